import { llmsFull } from '#app/features/content/discovery/llms.server.ts'
import { publicFileRoute } from '#app/http/protocol/public-file.server.ts'

export const loader = publicFileRoute(
  { type: 'text/plain; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'llms-full.txt' },
  (ctx, { context }) => llmsFull(ctx, context.pages),
)
