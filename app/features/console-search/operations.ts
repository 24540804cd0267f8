import { findResponse, findQuery } from '#app/features/console-search/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const findInConsole = operation('findInConsole', 'GET /api/console/find', {
  access: { session: 'profile:own' },
  query: findQuery,
  answers: { 200: findResponse },
  summary: 'Find a page, an object or an action',
  description:
    'Returns a few results of each kind, as the command palette shows them: pages, actions, guilds, commands, automations, entries, people and your conversations.',
})
