import { finishOperation } from '#app/features/accounts/sign-in/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { finishSignIn } from '#app/http/sign-in/providers.server.ts'

const serve = endpoint({ GET: [finishOperation, (ctx, _, args) => finishSignIn(ctx, args)] })
export { serve as loader, serve as action }
