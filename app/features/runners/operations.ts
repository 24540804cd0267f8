import { runnersOverview } from '#app/features/runners/overview.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { changeStream, changeStreamDescription } from '#app/operations/parts.ts'

const onRunners = operationsAt('/api/runners', { access: { session: 'runners:read' } })

export const listRunners = onRunners('listRunners', 'GET', {
  answers: { 200: runnersOverview },
  summary: 'List the runners and how busy they are',
  description: 'Processes that left more than a week ago are left out.',
})

export const watchRunners = onRunners('watchRunners', 'GET /live', {
  answers: { 200: changeStream },
  refuses: ['too_many_connections', 503],
  summary: 'Hear of changes to the runners and to what they do',
  description: changeStreamDescription,
})
