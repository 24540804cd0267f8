import { testAutomation as test } from '#app/features/automations/dry-run.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { testAutomation } from '#app/features/automations/operations.ts'

const serve = endpoint({
  POST: [testAutomation, (ctx, { params, body }) => test(ctx, { ...params, ...body })],
})
export { serve as loader, serve as action }
