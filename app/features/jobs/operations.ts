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
  query: jobsQuery,
  answers: { 200: jobsPage },
  summary: 'List the jobs of a guild',
  description: 'The newest first. `next_before` leads to the next page.',
})

export const readJob = onGuildItem('readJob', 'GET /jobs/{id}', {
  access: guildRead,
  answers: { 200: z.object({ job: jobDetails }) },
  summary: 'Read a job with every try of it',
})

export const replayJob = onGuildItem('replayJob', 'POST /jobs/{id}/replay', {
  access: guildWrite,
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: [409],
  summary: 'Try a job again',
  description: 'One that failed, is dead or was cancelled goes into the queue again. 409 for any other.',
})

export const cancelJob = onGuildItem('cancelJob', 'POST /jobs/{id}/cancel', {
  access: guildWrite,
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: [409],
  summary: 'Cancel a job',
  description:
    'One that waits is cancelled at once. A runner that has it is told so, and may have done it by then. 409 for a job that has ended.',
})

export const watchGuild = inGuild('watchGuild', 'GET /live', {
  access: guildRead,
  answers: { 200: changeStream },
  refuses: ['too_many_connections', 503],
  summary: 'Hear of changes to the jobs and runs of a guild',
  description: changeStreamDescription,
})
