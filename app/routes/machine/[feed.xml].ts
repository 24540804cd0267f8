import { atomFeed } from '#app/features/content/discovery/feeds.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'application/atom+xml; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'feed.xml' },
  atomFeed,
)
