import { z } from 'zod'
import { jobDetails, jobsPage, jobsQuery } from '#app/features/jobs/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { changeStream, guildParam, itemParam, ofChanges, reading, writing } from '#app/operations/parts.ts'

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/api/guilds/{guildId}/jobs',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  query: jobsQuery,
  answers: { 200: jobsPage },
  refuses: [404],
  summary: 'List the jobs of a guild',
  description: 'The newest first. `next_before` leads to the next page.',
})

export const readJob = operation({
  id: 'readJob',
  method: 'GET',
  path: '/api/guilds/{guildId}/jobs/{id}',
  access: reading,
  limit: 'api_session',
  params: itemParam,
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: [404],
  summary: 'Read a job with every try of it',
})

export const replayJob = operation({
  id: 'replayJob',
  method: 'POST',
  path: '/api/guilds/{guildId}/jobs/{id}/replay',
  access: writing,
  limit: 'api_session',
  params: itemParam,
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: [404, 409],
  summary: 'Try a job again',
  description: 'One that failed, is dead or was cancelled goes into the queue again. 409 for any other.',
})

export const cancelJob = operation({
  id: 'cancelJob',
  method: 'POST',
  path: '/api/guilds/{guildId}/jobs/{id}/cancel',
  access: writing,
  limit: 'api_session',
  params: itemParam,
  answers: { 200: z.object({ job: jobDetails }) },
  refuses: [404, 409],
  summary: 'Cancel a job',
  description:
    'One that waits is cancelled at once. A runner that has it is told so, and may have done it by then. 409 for a job that has ended.',
})

export const watchGuild = operation({
  id: 'watchGuild',
  method: 'GET',
  path: '/api/guilds/{guildId}/live',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  answers: { 200: changeStream },
  refuses: [404, 'too_many_connections', 503],
  summary: 'Hear of changes to the jobs and runs of a guild',
  description: ofChanges,
})
