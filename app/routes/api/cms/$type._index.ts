import { entryList } from '#app/http/operations/content.server.ts'

export { entryList as loader, entryList as action }
