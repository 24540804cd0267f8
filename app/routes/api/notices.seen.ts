import { markNoticesSeen as mark } from '#app/features/notices/notices.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { markNoticesSeen } from '#app/features/notices/operations.ts'

const serve = endpoint({ POST: [markNoticesSeen, (ctx, { body }) => mark(ctx, body)] })
export { serve as loader, serve as action }
