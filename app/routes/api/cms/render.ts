import { entryRender } from '#app/http/operations/content.server.ts'

export { entryRender as loader, entryRender as action }
