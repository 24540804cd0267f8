import { z } from 'zod'
import { dryRun, dryRunInput } from '#app/features/automations/dry-run.ts'
import { automationRun } from '#app/features/jobs/runs/schema.ts'
import { automation, automationInput } from '#app/features/automations/schema.ts'
import { pagedQuery } from '#app/primitives/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { guildId, guildParam, itemParam, ofVersion, paged, reading, writing } from '#app/operations/parts.ts'

const runsQuery = pagedQuery.omit({ enabled: true })

export const listGuildAutomations = operation({
  id: 'listGuildAutomations',
  method: 'GET',
  path: '/api/guilds/{guildId}/automations',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  query: pagedQuery,
  answers: { 200: z.object({ guild_id: guildId, automations: z.array(automation), ...paged }) },
  refuses: [404],
  summary: 'List the automations of a guild',
  description: 'By name.',
})

export const createAutomation = operation({
  id: 'createAutomation',
  method: 'POST',
  path: '/api/guilds/{guildId}/automations',
  access: writing,
  limit: 'api_session',
  params: guildParam,
  body: automationInput,
  confirmed: true,
  answers: { 201: z.object({ automation }) },
  refuses: [404, 409],
  sends: ['Location'],
  summary: 'Make an automation',
  description: 'Off unless `enabled` says otherwise. 409 when the guild has 200 of them.',
})

export const readAutomation = operation({
  id: 'readAutomation',
  method: 'GET',
  path: '/api/guilds/{guildId}/automations/{id}',
  access: reading,
  limit: 'api_session',
  params: itemParam,
  answers: { 200: z.object({ automation }) },
  refuses: [404],
  summary: 'Read an automation',
  description: ofVersion,
})

export const updateAutomation = operation({
  id: 'updateAutomation',
  method: 'PUT',
  path: '/api/guilds/{guildId}/automations/{id}',
  access: writing,
  limit: 'api_session',
  params: itemParam,
  versioned: true,
  body: automationInput,
  confirmed: true,
  answers: { 200: z.object({ automation }) },
  refuses: [404],
  summary: 'Write an automation anew',
  description: 'The whole automation: what is left out gets its default.',
})

export const deleteAutomation = operation({
  id: 'deleteAutomation',
  method: 'DELETE',
  path: '/api/guilds/{guildId}/automations/{id}',
  access: writing,
  limit: 'api_session',
  params: itemParam,
  versioned: true,
  answers: { 204: null },
  refuses: [404],
  summary: 'Delete an automation',
  description: 'With the record of its runs.',
})

export const testAutomation = operation({
  id: 'testAutomation',
  method: 'POST',
  path: '/api/guilds/{guildId}/automations/{id}/test',
  access: reading,
  limit: 'api_session',
  params: itemParam,
  body: dryRunInput,
  safe: true,
  answers: { 200: dryRun },
  refuses: [404],
  summary: 'Try an automation without doing anything',
  description:
    'Says what would happen with an event: nothing is sent or changed. Without `event` and `event_id` a made-up event of its first trigger is tried.',
})

export const listAutomationRuns = operation({
  id: 'listAutomationRuns',
  method: 'GET',
  path: '/api/guilds/{guildId}/automations/{id}/runs',
  access: reading,
  limit: 'api_session',
  params: itemParam,
  query: runsQuery,
  answers: { 200: z.object({ guild_id: guildId, runs: z.array(automationRun), ...paged }) },
  refuses: [404],
  summary: 'List the runs of an automation',
  description: 'The newest first.',
})

export const readAutomationRun = operation({
  id: 'readAutomationRun',
  method: 'GET',
  path: '/api/guilds/{guildId}/automations/{id}/runs/{runId}',
  access: reading,
  limit: 'api_session',
  params: itemParam.extend({ runId: z.string().meta({ example: '01JDEM000000000000000R0001' }) }),
  answers: { 200: z.object({ run: automationRun }) },
  refuses: [404],
  summary: 'Read one run of an automation',
  description: 'With what each step was told, what became of it, and the job that did it.',
})
