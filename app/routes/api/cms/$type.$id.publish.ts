import { entryPublish } from '#app/http/operations/content.server.ts'

export { entryPublish as loader, entryPublish as action }
