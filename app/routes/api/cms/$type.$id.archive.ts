import { entryArchive } from '#app/http/operations/content.server.ts'

export { entryArchive as loader, entryArchive as action }
