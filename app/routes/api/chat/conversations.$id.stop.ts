import { stopAnswer as stop } from '#app/features/chat/conversations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { stopAnswer } from '#app/features/chat/operations.ts'

const serve = endpoint({
  POST: [
    stopAnswer,
    async (ctx, { params }) => {
      await stop(ctx, params)
      return null
    },
  ],
})
export { serve as loader, serve as action }
