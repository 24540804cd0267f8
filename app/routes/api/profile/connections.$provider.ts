import { unlinkIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { unlinkConnection } from '#app/features/accounts/profile-operations.ts'

const serve = endpoint({
  DELETE: [unlinkConnection, async (ctx, { params }) => (await unlinkIdentity(ctx, params), null)],
})
export { serve as loader, serve as action }
