import { exportStats } from '#app/features/stats/export.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { exportGuildStats } from '#app/features/stats/operations.ts'

const serve = endpoint({
  GET: [
    exportGuildStats,
    async (ctx, { params, query }) => {
      const { name, ...file } = await exportStats(ctx, { ...params, ...query })
      return withHeaders(file, { 'Content-Disposition': `attachment; filename="${name}"` })
    },
  ],
})
export { serve as loader, serve as action }
