import { speculationRules } from '#app/features/content/discovery/speculation.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'application/speculationrules+json', seconds: 3600 },
  async () => JSON.stringify(speculationRules),
)
