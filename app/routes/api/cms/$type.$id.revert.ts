import { entryRevert } from '#app/http/operations/content.server.ts'

export { entryRevert as loader, entryRevert as action }
