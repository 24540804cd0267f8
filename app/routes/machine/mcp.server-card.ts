import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'
import { siteCard } from '#app/mcp/card.server.ts'
import { mcpCardType } from '#app/site/site.ts'

const serve = publicFileRoute(
  { type: mcpCardType, seconds: 3600, anyOrigin: true, fromContent: 'mcp/server-card' },
  async (ctx) => JSON.stringify(siteCard(ctx), null, 2),
)
export { serve as loader, serve as action }
