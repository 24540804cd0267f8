import { stopAnswer as stop } from '#app/features/chat/conversations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { stopAnswer } from '#app/features/chat/operations.ts'

const serve = endpoint({ POST: [stopAnswer, (ctx, { params }) => stop(ctx, params)] })
export { serve as loader, serve as action }
