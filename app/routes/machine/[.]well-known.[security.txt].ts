import { securityTxt } from '#app/features/content/discovery/well-known.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

const serve = publicFileRoute(
  { type: 'text/plain; charset=utf-8', seconds: 3600, anyOrigin: true },
  securityTxt,
)
export { serve as loader, serve as action }
