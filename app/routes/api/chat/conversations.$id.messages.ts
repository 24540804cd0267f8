import { listMessages as list } from '#app/features/chat/messages.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listMessages } from '#app/features/chat/operations.ts'

const serve = endpoint({
  GET: [listMessages, (ctx, { params, query }) => list(ctx, { ...params, ...query })],
})
export { serve as loader, serve as action }
