import { revokeSession as rule } from '#app/features/accounts/sign-in/sessions.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { revokeSession } from '#app/features/accounts/profile-operations.ts'

const serve = endpoint({
  DELETE: [revokeSession, (ctx, { params }) => rule(ctx, params)],
})
export { serve as loader, serve as action }
