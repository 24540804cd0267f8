import { revisionList } from '#app/http/operations/content.server.ts'

export { revisionList as loader, revisionList as action }
