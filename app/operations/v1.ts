import { statsQuery, statsReport } from '#app/features/stats/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const readStats = operation({
  id: 'readStats',
  method: 'GET',
  path: '/api/v1/stats',
  access: { key: 'stats:read' },
  limit: 'v1',
  query: statsQuery,
  answers: { 200: statsReport },
  summary: 'Daily statistics of the guild that the key belongs to',
  description:
    'One row a day in UTC, oldest first, gaps filled with zeros. Today is the last row and not complete.',
})
