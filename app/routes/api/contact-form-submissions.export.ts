import { exportSubmissions as takeAway } from '#app/features/contact/export.server.ts'
import { download, endpoint } from '#app/http/api/endpoint.server.ts'
import { exportSubmissions } from '#app/features/contact/operations.ts'

const serve = endpoint({
  GET: [exportSubmissions, (ctx, { query }) => download(takeAway(ctx, query))],
})
export { serve as loader, serve as action }
