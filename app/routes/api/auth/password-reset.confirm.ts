import { confirmPasswordReset as rule } from '#app/features/accounts/sign-in/credentials.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { rememberDevice } from '#app/http/auth/session-cookie.server.ts'
import { confirmPasswordReset } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  POST: [
    confirmPasswordReset,
    async (ctx, { body }, args) => {
      rememberDevice(args, await rule(ctx, body))
      return null
    },
  ],
})
export { serve as loader, serve as action }
