import { siteIcon } from '#app/features/site/icons.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute({ type: 'image/png', seconds: 3600, anyOrigin: true }, (ctx) =>
  siteIcon(ctx, 192),
)
