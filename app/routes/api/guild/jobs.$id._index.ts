import { readJob as read } from '#app/features/jobs/list.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readJob } from '#app/features/jobs/operations.ts'

const serve = endpoint({
  GET: [readJob, async (ctx, { params }) => ({ job: await read(ctx, params) })],
})
export { serve as loader, serve as action }
