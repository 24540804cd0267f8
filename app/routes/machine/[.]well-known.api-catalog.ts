import { apiCatalog } from '#app/features/content/discovery/well-known.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

const form = {
  type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  seconds: 300,
  anyOrigin: true,
  fromContent: 'api-catalog',
  headers: { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
}

const serve = publicFileRoute(form, async (ctx) => JSON.stringify(await apiCatalog(ctx), null, 2))
export { serve as loader, serve as action }
