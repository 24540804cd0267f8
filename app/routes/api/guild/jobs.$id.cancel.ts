import { cancelJob as cancel } from '#app/features/jobs/cancel-replay.server.ts'
import { readJob } from '#app/features/jobs/list.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { cancelJob } from '#app/features/jobs/operations.ts'

const serve = endpoint({
  POST: [
    cancelJob,
    async (ctx, { params }) => {
      await cancel(ctx, params)
      return { job: await readJob(ctx, params) }
    },
  ],
})
export { serve as loader, serve as action }
