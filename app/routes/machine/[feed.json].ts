import { jsonFeed } from '#app/features/content/discovery/feeds.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'application/feed+json', seconds: 300, anyOrigin: true, fromContent: 'feed.json' },
  jsonFeed,
)
