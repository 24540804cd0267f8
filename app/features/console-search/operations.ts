import { findResponse, findQuery } from '#app/features/console-search/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const findInConsole = operation('findInConsole', 'GET /api/console/find', {
  access: { session: 'profile:own' },
  query: findQuery,
  answers: { 200: findResponse },
  summary: 'Find a page, an object or an action',
  description:
    'Returns the results of the command palette: pages, actions, guilds with their commands and automations, entries, people and your conversations. At most a few per kind.',
})
