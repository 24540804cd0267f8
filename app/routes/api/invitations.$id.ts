import { revokeInvitation as revoke } from '#app/features/accounts/invitations.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { revokeInvitation } from '#app/features/accounts/invitation-operations.ts'

const serve = endpoint({
  DELETE: [revokeInvitation, async (ctx, { params }) => (await revoke(ctx, params), null)],
})
export { serve as loader, serve as action }
