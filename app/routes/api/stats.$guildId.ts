import { reportGuildStats } from '#app/features/stats/stats.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readGuildStats } from '#app/features/stats/operations.ts'

const serve = endpoint({
  GET: [readGuildStats, (ctx, { params, query }) => reportGuildStats(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
