import { overviewOfRunners } from '#app/features/runners/overview.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listRunners } from '#app/operations/runners.ts'

const serve = endpoint({
  GET: [listRunners, (ctx) => overviewOfRunners(ctx)],
})
export { serve as loader, serve as action }
