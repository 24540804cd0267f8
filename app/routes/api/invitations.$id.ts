import { revokeInvitation as revoke } from '#app/features/invitations/invitations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { revokeInvitation } from '#app/features/invitations/operations.ts'

const serve = endpoint({
  DELETE: [revokeInvitation, (ctx, { params }) => revoke(ctx, params)],
})
export { serve as loader, serve as action }
