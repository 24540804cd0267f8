import type { LoaderFunctionArgs } from '@remix-run/node'
import { ogImage } from '#app/features/content/og-image/og-image.server.tsx'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

const form = { type: 'image/png', seconds: 86_400, anyOrigin: true }

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(args, form, (ctx) => ogImage(ctx, { path: new URL(args.request.url).pathname }))
