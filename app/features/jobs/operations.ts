import { z } from 'zod'
import { jobDetails, jobsPage, jobsQuery } from '#app/features/jobs/schema.ts'
import {
  changeStream,
  inGuild,
  changeStreamDescription,
  onGuildItem,
  guildRead,
  guildWrite,
} from '#app/operations/parts.ts'

export const listJobs = inGuild('listJobs', 'GET /jobs', {
  access: guildRead,
  keys: 'jobs:read',
  query: jobsQuery,
  answers: { 200: jobsPage },
  summary: 'List jobs',
  description: 'Newest first. To get the next page, send `next_before` as `before`.',
})

export const readJob = onGuildItem('readJob', 'GET /jobs/{id}', {
  access: guildRead,
  keys: 'jobs:read',
  answers: { 200: z.object({ job: jobDetails }) },
  summary: 'Read a job and its attempts',
})

export const replayJob = onGuildItem('replayJob', 'POST /jobs/{id}/replay', {
  access: guildWrite,
  keys: 'jobs:write',
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: ['automation_disabled', 409],
  summary: 'Retry a job',
  description:
    'Queues a failed, dead or cancelled job again. Returns 409 for other states, and if the automation is disabled or was deleted. Forum replies also return 409 after their deadline, or if their channel is not in the settings.',
})

export const cancelJob = onGuildItem('cancelJob', 'POST /jobs/{id}/cancel', {
  access: guildWrite,
  keys: 'jobs:write',
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: [409],
  summary: 'Cancel a job',
  description:
    'A queued job is cancelled immediately. If a runner has leased the job, the runner is asked to stop. The action may already be done. Returns 409 for a job that has ended.',
})

export const watchGuild = inGuild('watchGuild', 'GET /live', {
  access: guildRead,
  answers: { 200: changeStream },
  refuses: ['too_many_connections', 503],
  summary: 'Stream changes to jobs and runs',
  description: changeStreamDescription,
})
