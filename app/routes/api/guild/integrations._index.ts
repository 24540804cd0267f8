import { listIntegrations } from '#app/features/integrations/integrations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listGuildIntegrations } from '#app/features/integrations/operations.ts'

const serve = endpoint({ GET: [listGuildIntegrations, (ctx, { params }) => listIntegrations(ctx, params)] })
export { serve as loader, serve as action }
