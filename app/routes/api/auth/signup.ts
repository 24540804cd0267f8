import { signUp } from '#app/features/accounts/signup.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { signup } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  POST: [
    signup,
    async (ctx, { body }, args) => {
      const user = await signUp(ctx, body)
      if (!user) return withHeaders({ status: 'check_email' as const }, {}, 202)
      return withHeaders({ user }, { 'Set-Cookie': await startSession(args, user.id) })
    },
  ],
})
export { serve as loader, serve as action }
