import { verifyEmail as rule } from '#app/features/accounts/signup.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { verifyEmail } from '#app/features/accounts/operations.ts'

const serve = endpoint({ POST: [verifyEmail, (ctx, { body }) => rule(ctx, body)] })
export { serve as loader, serve as action }
