import { apiOffer } from '#app/mcp/api-offer.server.ts'
import { mcpEndpoint } from '#app/mcp/endpoint.server.ts'
import { callApiTools } from '#app/openapi/mcp.ts'

const serve = mcpEndpoint({
  operation: callApiTools,
  mostBytes: 256 * 1024,
  offer: ({ app }, actor) => apiOffer(app, actor),
})
export { serve as loader, serve as action }
