import { askAndFollow } from '#app/features/chat/follow.server.ts'
import { endpoint, withHeaders } from '#app/http/endpoint.server.ts'
import { atOnce } from '#app/http/stream-body.server.ts'
import { askChat } from '#app/operations/chat.ts'

const serve = endpoint({
  POST: [
    askChat,
    async (ctx, { body, repeat }) => withHeaders(await askAndFollow(ctx, body, repeat), atOnce),
  ],
})
export { serve as loader, serve as action }
