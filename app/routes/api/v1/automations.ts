import { reportAutomations } from '#app/features/automations/automations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listAutomations } from '#app/openapi/v1.ts'

const serve = endpoint({ GET: [listAutomations, (ctx, { query }) => reportAutomations(ctx, query)] })
export { serve as loader, serve as action }
