import { listRuns } from '#app/features/automations/runs.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listAutomationRuns } from '#app/features/automations/operations.ts'

const serve = endpoint({
  GET: [listAutomationRuns, (ctx, { params, query }) => listRuns(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
