import { sitemapMarkdown } from '#app/features/content/discovery/sitemap.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'text/markdown; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'sitemap.md' },
  sitemapMarkdown,
)
