import { changePassword as rule } from '#app/features/accounts/sign-in/credentials.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { rememberDevice, sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { changePassword } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  POST: [
    changePassword,
    async (ctx, { body }, args) => {
      const { token, seconds, device } = await rule(ctx, body)
      rememberDevice(args, device)
      return withHeaders(null, { 'Set-Cookie': sessionCookie(token, seconds, args.context.facts.secure) })
    },
  ],
})
export { serve as loader, serve as action }
