import { askAndStream } from '#app/features/chat/stream-answer.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { unbufferedHeaders } from '#app/http/protocol/stream-body.server.ts'
import { askChat } from '#app/features/chat/operations.ts'

const serve = endpoint({
  POST: [
    askChat,
    async (ctx, { body, repeat }) => withHeaders(await askAndStream(ctx, body, repeat), unbufferedHeaders),
  ],
})
export { serve as loader, serve as action }
