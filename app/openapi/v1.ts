import { z } from 'zod'
import { reportEventsInput, reportedEvents } from '#app/features/runners/schema.ts'
import { automation } from '#app/features/automations/schema.ts'
import { siteStats, siteStatsQuery } from '#app/features/readers/schema.ts'
import { pagedQuery, snowflake } from '#app/primitives/schema.ts'
import { command } from '#app/features/commands/schema.ts'
import { integration, integrationsReport, statusQuery } from '#app/features/integrations/schema.ts'
import { savedSettings } from '#app/features/settings/schema.ts'
import { statsQuery, statsReport } from '#app/features/stats/schema.ts'
import { channelSeries, commandSeries, seriesQuery, snapshotSeries } from '#app/features/stats/series.ts'
import { eventsPage, eventsQuery } from '#app/features/events/log.ts'
import { runListQuery, runsPage } from '#app/features/automations/runs/runs.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const guildId = z.string().meta({ description: 'Guild of the key.', example: '100000000000000001' })

const onV1 = operationsAt('/api/v1', {})
const cursor = 'Newest first. To get the next page, send `next_before` as `before`.'

export const readStats = onV1('readStats', 'GET /stats', {
  access: { key: 'stats:read' },
  query: statsQuery,
  answers: { 200: statsReport },
  summary: 'Read daily statistics',
})

export const readSettings = onV1('readSettings', 'GET /settings', {
  access: { key: 'settings:read' },
  answers: { 200: savedSettings },
  summary: 'Read guild settings',
  description: 'Returns the defaults with version 0 before the first save.',
})

export const listCommands = onV1('listCommands', 'GET /commands', {
  access: { key: 'commands:read' },
  query: pagedQuery,
  answers: { 200: z.object({ guild_id: guildId, commands: z.array(command), ...pageFields }) },
  summary: 'List commands',
  description: 'Sorted by name. Webhook URLs are shortened to their origin.',
})

export const listAutomations = onV1('listAutomations', 'GET /automations', {
  access: { key: 'automations:read' },
  query: pagedQuery,
  answers: { 200: z.object({ guild_id: guildId, automations: z.array(automation), ...pageFields }) },
  summary: 'List automations',
  description: 'Sorted by name. Webhook URLs are shortened to their origin.',
})

export const readIntegrationStatus = onV1('readIntegrationStatus', 'GET /integrations/status', {
  access: { key: null },
  query: statusQuery,
  answers: { 200: z.union([integrationsReport, integration]) },
  refuses: [404],
  summary: 'Read integration status',
  description: 'With `slug`, returns that integration. Any valid key of a guild is accepted.',
})

export const listRuns = onV1('listRuns', 'GET /runs', {
  access: { key: 'automations:read', grants: ['guild:read'] },
  query: runListQuery,
  answers: { 200: runsPage },
  summary: 'List runs of automations',
  description: cursor,
})

export const listDailyChannels = onV1('listDailyChannels', 'GET /stats/channels', {
  access: { key: 'stats:read', grants: ['guild:read'] },
  query: seriesQuery,
  answers: { 200: channelSeries },
  summary: 'List messages by day and channel',
  description: cursor,
})

export const listDailyCommands = onV1('listDailyCommands', 'GET /stats/commands', {
  access: { key: 'stats:read', grants: ['guild:read'] },
  query: seriesQuery,
  answers: { 200: commandSeries },
  summary: 'List uses by day and command',
  description: cursor,
})

export const listDailySnapshots = onV1('listDailySnapshots', 'GET /stats/snapshots', {
  access: { key: 'stats:read', grants: ['guild:read'] },
  query: seriesQuery,
  answers: { 200: snapshotSeries },
  summary: 'List snapshots by day',
  description: `${cursor} Days without a snapshot are missing.`,
})

export const listMemberActivity = onV1('listMemberActivity', 'GET /members/{memberId}/activity', {
  access: { key: 'members:read', grants: ['guild:read'] },
  params: z.object({
    memberId: snowflake.meta({ description: 'Discord id of a member.', example: '200000000000000042' }),
  }),
  query: eventsQuery.omit({ actor: true }),
  answers: { 200: eventsPage },
  summary: 'List events of a member',
  description: `Includes events of former members. ${cursor}`,
})

export const reportEvents = onV1('reportEvents', 'POST /events', {
  access: { key: 'events:write', grants: ['events:report'] },
  body: reportEventsInput,
  answers: { 200: reportedEvents },
  summary: 'Report events',
  description:
    'Stores events of the guild, counts them in the statistics and triggers automations, like events from a runner. An event with a known `id` is a duplicate and has no effect, so a batch can be sent again.',
})

export const readSiteStats = onV1('readSiteStats', 'GET /site/stats', {
  access: { key: 'site:read', grants: ['cms:write'] },
  query: siteStatsQuery,
  answers: { 200: siteStats },
  summary: 'Get site analytics',
  description:
    'For keys of the site. Counts page views by day, kind of reader and representation, and lists pages, agents, referring sites, searches without a result, unanswered questions, tools and missing pages.',
})
