import { webManifest } from '#app/features/site/icons.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'application/manifest+json', seconds: 300, fromContent: 'site.webmanifest' },
  webManifest,
)
