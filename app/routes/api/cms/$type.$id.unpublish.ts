import { entryUnpublish } from '#app/http/operations/content.server.ts'

export { entryUnpublish as loader, entryUnpublish as action }
