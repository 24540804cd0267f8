import { robotsTxt } from '#app/features/content/discovery/discovery.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute({ type: 'text/plain; charset=utf-8', seconds: 3600 }, robotsTxt)
