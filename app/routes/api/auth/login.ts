import { signIn } from '#app/features/accounts/accounts.server.ts'
import { countFailuresOnly } from '#app/http/auth/authenticate.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { login } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  POST: [
    login,
    async (ctx, { body }, args) => {
      const [user, cookie] = await countFailuresOnly(args.context, async () => {
        const { user, proof } = await signIn(ctx, body)
        return [user, await startSession(args, user.id, proof)] as const
      })
      return withHeaders({ user, redirect_to: body.redirect_to ?? '/profile' }, { 'Set-Cookie': cookie })
    },
  ],
})
export { serve as loader, serve as action }
