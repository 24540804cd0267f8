import { revisionItem } from '#app/http/operations/content.server.ts'

export { revisionItem as loader, revisionItem as action }
