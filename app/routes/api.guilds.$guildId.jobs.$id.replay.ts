import { replayJob as replay } from '#app/features/jobs/control.server.ts'
import { readJob } from '#app/features/jobs/list.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { replayJob } from '#app/operations/jobs.ts'

const serve = endpoint({
  POST: [
    replayJob,
    async (ctx, { params }) => {
      await replay(ctx, params)
      return { job: await readJob(ctx, params) }
    },
  ],
})
export { serve as loader, serve as action }
