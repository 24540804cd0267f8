import { cancelJob, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import { listJobs, readJob } from '#app/features/jobs/list.server.ts'
import * as jobs from '#app/features/jobs/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

export const jobList = endpoint({
  GET: [jobs.listJobs, (ctx, { params, query }) => listJobs(ctx, { ...params, ...query })],
})

export const jobItem = endpoint({
  GET: [jobs.readJob, async (ctx, { params }) => ({ job: await readJob(ctx, params) })],
})

export const jobCancel = endpoint({
  POST: [
    jobs.cancelJob,
    async (ctx, { params }) => {
      await cancelJob(ctx, params)
      return { job: await readJob(ctx, params) }
    },
  ],
})

export const jobReplay = endpoint({
  POST: [
    jobs.replayJob,
    async (ctx, { params }) => {
      await replayJob(ctx, params)
      return { job: await readJob(ctx, params) }
    },
  ],
})
