import {
  createInvitation as create,
  listInvitations as list,
} from '#app/features/invitations/invitations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { createInvitation, listInvitations } from '#app/features/invitations/operations.ts'

const serve = endpoint({
  GET: [listInvitations, (ctx, { query }) => list(ctx, query)],
  POST: [createInvitation, (ctx, { body }) => create(ctx, body)],
})
export { serve as loader, serve as action }
