import { skillsIndex } from '#app/features/content/discovery/discovery.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

const serve = publicFileRoute({ type: 'application/json', seconds: 300, anyOrigin: true }, async (ctx) =>
  JSON.stringify(await skillsIndex(ctx), null, 2),
)
export { serve as loader, serve as action }
