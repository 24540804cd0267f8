import type { LoaderFunctionArgs } from '@remix-run/node'
import { jsonFeed } from '#app/features/content/discovery/feeds.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(
    args,
    { type: 'application/feed+json', seconds: 300, anyOrigin: true, fromContent: 'feed.json' },
    jsonFeed,
  )
