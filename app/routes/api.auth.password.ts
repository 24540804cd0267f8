import { changePassword as rule } from '#app/features/accounts/credentials.server.ts'
import { endpoint, withHeaders } from '#app/http/endpoint.server.ts'
import { sessionCookie } from '#app/http/session-cookie.server.ts'
import { changePassword } from '#app/operations/accounts.ts'

const serve = endpoint({
  POST: [
    changePassword,
    async (ctx, { body }, { context: { facts } }) => {
      const { token, seconds } = await rule(ctx, body)
      return withHeaders(null, { 'Set-Cookie': sessionCookie(token, seconds, facts.secure) })
    },
  ],
})
export { serve as loader, serve as action }
