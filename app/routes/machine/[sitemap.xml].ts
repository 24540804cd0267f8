import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemapXml } from '#app/features/content/discovery/sitemap.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(
    args,
    { type: 'application/xml; charset=utf-8', seconds: 300, fromContent: 'sitemap.xml' },
    sitemapXml,
  )
