import { readSkill } from '#app/features/content/discovery/discovery.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

const serve = publicFileRoute(
  { type: 'text/markdown; charset=utf-8', seconds: 300, anyOrigin: true },
  async (ctx, { params }) => {
    const { bytes } = await readSkill(ctx, { name: params.name ?? '' })
    return bytes
  },
)
export { serve as loader, serve as action }
