import {
  deleteConversation as remove,
  readConversation as read,
  renameConversation as rename,
} from '#app/features/chat/conversations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { deleteConversation, readConversation, renameConversation } from '#app/features/chat/operations.ts'

const serve = endpoint({
  GET: [readConversation, async (ctx, { params }) => ({ conversation: await read(ctx, params) })],
  PATCH: [
    renameConversation,
    async (ctx, { params, body }) => ({ conversation: await rename(ctx, { ...params, ...body }) }),
  ],
  DELETE: [deleteConversation, (ctx, { params }) => remove(ctx, params)],
})
export { serve as loader, serve as action }
