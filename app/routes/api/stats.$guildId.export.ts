import { exportStats } from '#app/features/stats/export.server.ts'
import { download, endpoint } from '#app/http/api/endpoint.server.ts'
import { exportGuildStats } from '#app/features/stats/operations.ts'

const serve = endpoint({
  GET: [exportGuildStats, (ctx, { params, query }) => download(exportStats(ctx, { ...params, ...query }))],
})
export { serve as loader, serve as action }
