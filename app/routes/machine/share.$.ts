import { ogImage } from '#app/features/content/og-image/og-image.server.tsx'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

const form = { type: 'image/png', seconds: 86_400, anyOrigin: true }

export const loader = publicFileRoute(form, (ctx, { request }) =>
  ogImage(ctx, { path: new URL(request.url).pathname }),
)
