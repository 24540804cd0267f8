import { submitMessage } from '#app/features/contact/contact.server.ts'
import { listSubmissions as list } from '#app/features/contact/inbox.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listSubmissions, sendMessage } from '#app/features/contact/operations.ts'

const serve = endpoint({
  GET: [listSubmissions, (ctx, { query }) => list(ctx, query)],
  POST: [sendMessage, (ctx, { body }) => submitMessage(ctx, body)],
})
export { serve as loader, serve as action }
