import { runnersOverview } from '#app/features/runners/overview.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { changeStream, changeStreamDescription } from '#app/operations/parts.ts'

const onRunners = operationsAt('/api/runners', { access: { session: 'runners:read' } })

export const listRunners = onRunners('listRunners', 'GET', {
  answers: { 200: runnersOverview },
  summary: 'List runners and their load',
  description: 'Processes that disconnected more than a week ago are omitted.',
})

export const watchRunners = onRunners('watchRunners', 'GET /live', {
  answers: { 200: changeStream },
  refuses: ['too_many_connections', 503],
  summary: 'Stream changes of runners',
  description: changeStreamDescription,
})
