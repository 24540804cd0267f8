import { closeSessions } from '#app/features/accounts/users.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { closeUserSessions } from '#app/features/accounts/admin-operations.ts'

const serve = endpoint({
  DELETE: [closeUserSessions, (ctx, { params }) => closeSessions(ctx, params)],
})
export { serve as loader, serve as action }
