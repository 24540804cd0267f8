import { endpoint, withHeaders } from '#app/http/endpoint.server.ts'
import { endSession } from '#app/http/session-cookie.server.ts'
import { logout } from '#app/operations/accounts.ts'

const serve = endpoint({
  POST: [logout, async (ctx, _, args) => withHeaders(null, { 'Set-Cookie': await endSession(args, ctx) })],
})
export { serve as loader, serve as action }
