import { readRunnersOverview } from '#app/features/runners/overview.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listRunners } from '#app/features/runners/operations.ts'

const serve = endpoint({
  GET: [listRunners, (ctx) => readRunnersOverview(ctx)],
})
export { serve as loader, serve as action }
