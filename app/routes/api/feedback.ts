import { sendFeedback as send } from '#app/features/feedback/feedback.server.ts'
import { sendFeedback } from '#app/features/feedback/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ POST: [sendFeedback, (ctx, { body }) => send(ctx, body)] })
export { serve as loader, serve as action }
