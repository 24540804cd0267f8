import { z } from 'zod'
import { dryRun, dryRunInput } from '#app/features/automations/dry-run.ts'
import { automationRun } from '#app/features/jobs/runs/schema.ts'
import { automation, automationInput } from '#app/features/automations/schema.ts'
import { pagedQuery } from '#app/primitives/schema.ts'
import {
  guildId,
  inGuild,
  itemParam,
  versionDescription,
  onGuildItem,
  pageFields,
  guildRead,
  guildWrite,
} from '#app/operations/parts.ts'

const runsQuery = pagedQuery.omit({ enabled: true })

export const listGuildAutomations = inGuild('listGuildAutomations', 'GET /automations', {
  access: guildRead,
  query: pagedQuery,
  answers: { 200: z.object({ guild_id: guildId, automations: z.array(automation), ...pageFields }) },
  summary: 'List the automations of a guild',
  description: 'By name.',
})

export const createAutomation = inGuild('createAutomation', 'POST /automations', {
  access: guildWrite,
  body: automationInput,
  confirmed: true,
  answers: { 201: z.object({ automation }) },
  refuses: [409],
  sends: ['Location'],
  summary: 'Make an automation',
  description: 'Off unless `enabled` says otherwise. 409 when the guild has 200 of them.',
})

export const readAutomation = onGuildItem('readAutomation', 'GET /automations/{id}', {
  access: guildRead,
  answers: { 200: z.object({ automation }) },
  summary: 'Read an automation',
  description: versionDescription,
})

export const updateAutomation = onGuildItem('updateAutomation', 'PUT /automations/{id}', {
  access: guildWrite,
  versioned: true,
  body: automationInput,
  confirmed: true,
  answers: { 200: z.object({ automation }) },
  summary: 'Write an automation anew',
  description: 'The whole automation: what is left out gets its default.',
})

export const deleteAutomation = onGuildItem('deleteAutomation', 'DELETE /automations/{id}', {
  access: guildWrite,
  versioned: true,
  answers: { 204: null },
  summary: 'Delete an automation',
  description: 'With the record of its runs.',
})

export const testAutomation = onGuildItem('testAutomation', 'POST /automations/{id}/test', {
  access: guildRead,
  body: dryRunInput,
  safe: true,
  answers: { 200: dryRun },
  summary: 'Try an automation without doing anything',
  description:
    'Says what would happen with an event: nothing is sent or changed. Without `event` and `event_id` a made-up event of its first trigger is tried.',
})

export const listAutomationRuns = onGuildItem('listAutomationRuns', 'GET /automations/{id}/runs', {
  access: guildRead,
  query: runsQuery,
  answers: { 200: z.object({ guild_id: guildId, runs: z.array(automationRun), ...pageFields }) },
  summary: 'List the runs of an automation',
  description: 'The newest first.',
})

export const readAutomationRun = inGuild('readAutomationRun', 'GET /automations/{id}/runs/{runId}', {
  access: guildRead,
  params: itemParam.extend({ runId: z.string().meta({ example: '01JDEM000000000000000R0001' }) }),
  answers: { 200: z.object({ run: automationRun }) },
  summary: 'Read one run of an automation',
  description: 'With what each step was told, what became of it, and the job that did it.',
})
