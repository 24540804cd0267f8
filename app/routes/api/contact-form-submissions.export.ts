import { exportSubmissions as takeAway } from '#app/features/contact/export.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { exportSubmissions } from '#app/features/contact/operations.ts'

const serve = endpoint({
  GET: [
    exportSubmissions,
    async (ctx, { query }) => {
      const { name, ...file } = await takeAway(ctx, query)
      return withHeaders(file, { 'Content-Disposition': `attachment; filename="${name}"` })
    },
  ],
})
export { serve as loader, serve as action }
