import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'
import { siteStyles } from '#app/site/styles.ts'

export const loader = publicFileRoute(
  { type: 'text/css; charset=utf-8', seconds: 3600, fromContent: 'site.css' },
  async ({ contentIndex }) => siteStyles(contentIndex.site),
)
