import { sitemapXml } from '#app/features/content/discovery/sitemap.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'application/xml; charset=utf-8', seconds: 300, fromContent: 'sitemap.xml' },
  sitemapXml,
)
