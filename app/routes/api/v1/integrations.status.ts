import { reportIntegrations } from '#app/features/integrations/integrations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readIntegrationStatus } from '#app/openapi/v1.ts'

const serve = endpoint({ GET: [readIntegrationStatus, (ctx, { query }) => reportIntegrations(ctx, query)] })
export { serve as loader, serve as action }
