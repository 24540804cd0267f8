import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { endSession } from '#app/http/auth/session-cookie.server.ts'
import { logout } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  POST: [logout, async (ctx, _, args) => withHeaders(null, { 'Set-Cookie': await endSession(args, ctx) })],
})
export { serve as loader, serve as action }
