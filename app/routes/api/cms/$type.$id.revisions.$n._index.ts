import { readRevision as read } from '#app/features/cms/revisions.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readRevision } from '#app/features/cms/publishing-operations.ts'

const serve = endpoint({ GET: [readRevision, (ctx, { params }) => read(ctx, params)] })
export { serve as loader, serve as action }
