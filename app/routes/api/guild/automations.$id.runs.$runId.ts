import { readRun } from '#app/features/automations/runs.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readAutomationRun } from '#app/features/automations/operations.ts'

const serve = endpoint({
  GET: [readAutomationRun, async (ctx, { params }) => ({ run: await readRun(ctx, params) })],
})
export { serve as loader, serve as action }
