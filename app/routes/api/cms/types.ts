import { entryTypes } from '#app/http/operations/content.server.ts'

export { entryTypes as loader, entryTypes as action }
