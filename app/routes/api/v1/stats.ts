import { reportStats } from '#app/features/stats/stats.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readStats } from '#app/openapi/v1.ts'

const serve = endpoint({ GET: [readStats, (ctx, { query }) => reportStats(ctx, query)] })
export { serve as loader, serve as action }
