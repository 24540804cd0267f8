import { apiOffer } from '#app/mcp/api-offer.server.ts'
import { mcpDoor } from '#app/mcp/door.server.ts'
import { callApiTools } from '#app/openapi/mcp.ts'

const serve = mcpDoor({
  operation: callApiTools,
  mostBytes: 256 * 1024,
  offer: ({ app }, actor) => apiOffer(app, actor),
})
export { serve as loader, serve as action }
