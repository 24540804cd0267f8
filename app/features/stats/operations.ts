import { csvExport, exportQuery, statsExport } from '#app/features/stats/csv-columns.ts'
import { eventsPage, eventsQuery } from '#app/features/events/log.ts'
import { statsQuery, statsReport } from '#app/features/stats/schema.ts'
import { operationsAt, streamed } from '#app/operations/operation.ts'
import { guildParam, inGuild, guildRead } from '#app/operations/parts.ts'

const onStats = operationsAt('/api/stats/{guildId}', { params: guildParam, refuses: [404] })

export const readGuildStats = onStats('readGuildStats', 'GET', {
  access: guildRead,
  query: statsQuery,
  answers: { 200: statsReport },
  summary: 'Read daily statistics',
  description: 'Returns the same report as `/api/v1/stats`, for administrators and managers of the guild.',
})

export const exportGuildStats = onStats('exportGuildStats', 'GET /export', {
  access: { session: 'guilds:write' },
  query: exportQuery,
  answers: { 200: streamed({ 'application/json': statsExport, 'text/csv': csvExport }) },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Export daily statistics',
  description:
    'For administrators only. Requires a proof of identity from the last ten minutes. The file is streamed. If the connection ends early, the export is incomplete. Text that a spreadsheet would treat as a formula gets a leading apostrophe.',
})

export const listGuildEvents = inGuild('listGuildEvents', 'GET /events', {
  access: guildRead,
  keys: 'events:read',
  query: eventsQuery,
  answers: { 200: eventsPage },
  summary: 'List events',
  description:
    'Lists the newest events first, within the retention period of individual events. To get the next page, send `next_before` as `before`.',
})
