import { resendVerification as rule } from '#app/features/accounts/signup.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { resendVerification } from '#app/features/accounts/profile-operations.ts'

const serve = endpoint({
  POST: [
    resendVerification,
    async (ctx) => {
      await rule(ctx)
      return { status: 'check_email' as const }
    },
  ],
})
export { serve as loader, serve as action }
