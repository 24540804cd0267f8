import { entryPreview } from '#app/http/operations/content.server.ts'

export { entryPreview as loader, entryPreview as action }
