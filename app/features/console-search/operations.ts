import { findResponse, findQuery } from '#app/features/console-search/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const findInConsole = operation('findInConsole', 'GET /api/console/find', {
  access: { session: 'profile:own' },
  query: findQuery,
  answers: { 200: findResponse },
  summary: 'Find a page, a thing or an action',
  description:
    'What the palette shows: pages and actions that stand open to you, guilds with their commands and automations, entries, people and your conversations. Each kind brings a few; what you may not see is not found.',
})
