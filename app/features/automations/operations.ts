import { z } from 'zod'
import { dryRun, dryRunInput, runInput } from '#app/features/automations/dry-run.ts'
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
  summary: 'List automations',
  description: 'Sorted by name.',
})

export const createAutomation = inGuild('createAutomation', 'POST /automations', {
  access: guildWrite,
  keys: 'automations:write',
  body: automationInput,
  confirmed: true,
  answers: { 201: z.object({ automation }) },
  refuses: [409],
  sends: ['Location'],
  summary: 'Create an automation',
  description:
    'The automation is disabled unless `enabled` is true. Returns 409 if the guild already has 200 automations.',
})

export const readAutomation = onGuildItem('readAutomation', 'GET /automations/{id}', {
  access: guildRead,
  keys: 'automations:read',
  answers: { 200: z.object({ automation }) },
  summary: 'Read an automation',
  description: versionDescription,
})

export const updateAutomation = onGuildItem('updateAutomation', 'PUT /automations/{id}', {
  access: guildWrite,
  keys: 'automations:write',
  versioned: true,
  body: automationInput,
  confirmed: true,
  answers: { 200: z.object({ automation }) },
  summary: 'Replace an automation',
  description: 'Send the whole automation. Omitted fields get their defaults.',
})

export const deleteAutomation = onGuildItem('deleteAutomation', 'DELETE /automations/{id}', {
  access: guildWrite,
  keys: 'automations:write',
  versioned: true,
  answers: { 204: null },
  summary: 'Delete an automation',
  description: 'Deletes its runs too.',
})

export const testAutomation = onGuildItem('testAutomation', 'POST /automations/{id}/test', {
  access: guildRead,
  keys: 'automations:read',
  body: dryRunInput,
  safe: true,
  answers: { 200: dryRun },
  summary: 'Test an automation without effects',
  description:
    'Simulates the automation with an event. Nothing is sent or changed. Without `event` and `event_id`, uses a sample event of the first trigger.',
})

export const runAutomation = onGuildItem('runAutomation', 'POST /automations/{id}/run', {
  access: guildWrite,
  keys: 'automations:run',
  command: 'automations run',
  tool: { name: 'run_automation', hint: 'Test it with test_automation first.' },
  body: runInput,
  confirmed: true,
  answers: { 201: z.object({ run: automationRun }) },
  refuses: ['automation_disabled', 409],
  sends: ['Location'],
  summary: 'Run an automation now',
  description:
    'Runs the saved automation, with all effects. Without `event` and `event_id`, uses the latest recorded event that matches (keys need `events:read`). Returns 409 if no event has been recorded or matches, and during its cooldown.',
})

export const listAutomationRuns = onGuildItem('listAutomationRuns', 'GET /automations/{id}/runs', {
  access: guildRead,
  query: runsQuery,
  answers: { 200: z.object({ guild_id: guildId, runs: z.array(automationRun), ...pageFields }) },
  summary: 'List the runs of an automation',
  description: 'Newest first.',
})

export const readAutomationRun = inGuild('readAutomationRun', 'GET /automations/{id}/runs/{runId}', {
  access: guildRead,
  keys: 'automations:read',
  params: itemParam.extend({ runId: z.string().meta({ example: '01JDEM000000000000000R0001' }) }),
  answers: { 200: z.object({ run: automationRun }) },
  summary: 'Read a run',
  description: 'Includes the input, outcome and job of each step.',
})
