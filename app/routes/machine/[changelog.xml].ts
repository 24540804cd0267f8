import { changelogFeed } from '#app/features/content/discovery/changelog.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  {
    type: 'application/atom+xml; charset=utf-8',
    seconds: 300,
    anyOrigin: true,
    fromContent: 'changelog.xml',
  },
  changelogFeed,
)
