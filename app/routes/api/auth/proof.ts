import { confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { proveIdentity } from '#app/features/accounts/profile-operations.ts'

const serve = endpoint({
  POST: [
    proveIdentity,
    async (ctx, { body }, { context: { facts } }) => {
      const { token, seconds, until } = await confirmPassword(ctx, body)
      return withHeaders(
        { proved_until: until },
        { 'Set-Cookie': sessionCookie(token, seconds, facts.secure) },
      )
    },
  ],
})
export { serve as loader, serve as action }
