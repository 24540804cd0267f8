import { listRuns } from '#app/features/automations/runs.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listAutomationRuns } from '#app/operations/automations.ts'

const serve = endpoint({
  GET: [listAutomationRuns, (ctx, { params, query }) => listRuns(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
