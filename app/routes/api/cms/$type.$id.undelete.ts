import { entryUndelete } from '#app/http/operations/content.server.ts'

export { entryUndelete as loader, entryUndelete as action }
