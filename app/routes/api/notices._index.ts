import { listNotices as list } from '#app/features/notices/notices.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listNotices } from '#app/features/notices/operations.ts'

const serve = endpoint({ GET: [listNotices, (ctx, { query }) => list(ctx, query)] })
export { serve as loader, serve as action }
