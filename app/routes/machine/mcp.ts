import { contextFor } from '#app/context.server.ts'
import { mcpEndpoint } from '#app/mcp/endpoint.server.ts'
import { siteOffer } from '#app/mcp/site-offer.server.ts'
import { callSiteTools } from '#app/openapi/mcp.ts'

const serve = mcpEndpoint({
  operation: callSiteTools,
  mostBytes: 64 * 1024,
  offer: ({ app, facts }, actor) => siteOffer(contextFor(app, actor, facts)),
})
export { serve as loader, serve as action }
