import { aiCatalog } from '#app/features/content/discovery/well-known.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'
import { catalogEntries } from '#app/mcp/card.server.ts'

const serve = publicFileRoute(
  { type: 'application/json', seconds: 300, anyOrigin: true, fromContent: 'ai-catalog.json' },
  async (ctx) => JSON.stringify(await aiCatalog(ctx, catalogEntries(ctx)), null, 2),
)
export { serve as loader, serve as action }
