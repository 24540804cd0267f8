import { requestPasswordReset as rule } from '#app/features/accounts/sign-in/credentials.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { requestPasswordReset } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  POST: [
    requestPasswordReset,
    async (ctx, { body }) => {
      await rule(ctx, body)
      return { status: 'check_email' as const }
    },
  ],
})
export { serve as loader, serve as action }
