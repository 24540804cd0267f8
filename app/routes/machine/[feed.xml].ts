import type { LoaderFunctionArgs } from '@remix-run/node'
import { atomFeed } from '#app/features/content/discovery/feeds.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(
    args,
    { type: 'application/atom+xml; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'feed.xml' },
    atomFeed,
  )
