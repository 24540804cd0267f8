import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { answerInteractions } from '#app/features/interactions/operations.ts'

const serve = endpoint({ POST: [answerInteractions, (ctx, { body }) => answerInteraction(ctx, body)] })
export { serve as loader, serve as action }
