import { endpoint } from '#app/http/api/endpoint.server.ts'
import { finishSignIn } from '#app/http/sign-in/providers.server.ts'
import { finishGithub } from '#app/features/accounts/operations.ts'

const serve = endpoint({ GET: [finishGithub, (ctx, _, args) => finishSignIn(ctx, args, 'github')] })
export { serve as loader, serve as action }
