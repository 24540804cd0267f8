import { listJobs as list } from '#app/features/jobs/list.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listJobs } from '#app/features/jobs/operations.ts'

const serve = endpoint({
  GET: [listJobs, (ctx, { params, query }) => list(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
