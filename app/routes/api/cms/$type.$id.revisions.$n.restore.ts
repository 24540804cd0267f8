import { revisionRestore } from '#app/http/operations/content.server.ts'

export { revisionRestore as loader, revisionRestore as action }
