import { csvExport, exportQuery, statsExport } from '#app/features/stats/csv-columns.ts'
import { eventsPage, eventsQuery } from '#app/features/events/log.ts'
import { statsQuery, statsReport } from '#app/features/stats/schema.ts'
import { operation, streamed } from '#app/operations/operation.ts'
import { guildParam, reading } from '#app/operations/parts.ts'

export const readGuildStats = operation({
  id: 'readGuildStats',
  method: 'GET',
  path: '/api/stats/{guildId}',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  query: statsQuery,
  answers: { 200: statsReport },
  refuses: [404],
  summary: 'Daily statistics of a guild',
  description: 'What a key reads under `/api/v1/stats`, for administrators and for the guild’s managers.',
})

export const exportGuildStats = operation({
  id: 'exportGuildStats',
  method: 'GET',
  path: '/api/stats/{guildId}/export',
  access: { session: 'guilds:write' },
  limit: 'api_session',
  params: guildParam,
  query: exportQuery,
  answers: { 200: streamed({ 'application/json': statsExport, 'text/csv': csvExport }) },
  refuses: ['proof_required', 404],
  sends: ['Content-Disposition'],
  summary: 'All daily statistics of a guild as a file',
  description:
    'Administrators only. Needs a proof of identity from the last ten minutes. The file is streamed. If the connection ends early, the export failed. Text that a spreadsheet would treat as a formula gets a leading apostrophe.',
})

export const listGuildEvents = operation({
  id: 'listGuildEvents',
  method: 'GET',
  path: '/api/guilds/{guildId}/events',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  query: eventsQuery,
  answers: { 200: eventsPage },
  refuses: [404],
  summary: 'Read the log of events of a guild',
  description:
    'The newest first, as long as the guild keeps single events. `next_before` leads to the next page.',
})
