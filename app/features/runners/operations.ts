import { runnersOverview } from '#app/features/runners/overview.ts'
import { operation } from '#app/operations/operation.ts'
import { changeStream, ofChanges } from '#app/operations/parts.ts'

export const listRunners = operation({
  id: 'listRunners',
  method: 'GET',
  path: '/api/runners',
  access: { session: 'runners:read' },
  limit: 'api_session',
  answers: { 200: runnersOverview },
  summary: 'List the runners and how busy they are',
  description: 'Processes that left more than a week ago are left out.',
})

export const watchRunners = operation({
  id: 'watchRunners',
  method: 'GET',
  path: '/api/runners/live',
  access: { session: 'runners:read' },
  limit: 'api_session',
  answers: { 200: changeStream },
  refuses: ['too_many_connections', 503],
  summary: 'Hear of changes to the runners and to what they do',
  description: ofChanges,
})
