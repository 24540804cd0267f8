import { listIntegrations } from '#app/features/integrations/integrations.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listGuildIntegrations } from '#app/operations/guilds.ts'

const serve = endpoint({ GET: [listGuildIntegrations, (ctx, { params }) => listIntegrations(ctx, params)] })
export { serve as loader, serve as action }
