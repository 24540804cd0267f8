import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemapPart } from '#app/features/content/discovery/sitemap.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

// `/sitemaps/1.xml`: a route parameter is always a whole segment.
export const loader = (args: LoaderFunctionArgs) => {
  const { name = '' } = args.params
  const form = { type: 'application/xml; charset=utf-8', seconds: 300, fromContent: `sitemaps/${name}` }
  return publicFile(args, form, (ctx) => sitemapPart(ctx, { name }))
}
