import { entryItem } from '#app/http/operations/content.server.ts'

export { entryItem as loader, entryItem as action }
