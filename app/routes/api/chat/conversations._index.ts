import {
  createConversation as create,
  listConversations as list,
} from '#app/features/chat/conversations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { createConversation, listConversations } from '#app/features/chat/operations.ts'

const serve = endpoint({
  GET: [listConversations, (ctx, { query }) => list(ctx, query)],
  POST: [createConversation, async (ctx, { body }) => ({ conversation: await create(ctx, body) })],
})
export { serve as loader, serve as action }
