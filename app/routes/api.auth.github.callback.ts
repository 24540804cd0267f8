import { endpoint } from '#app/http/endpoint.server.ts'
import { finishSignIn } from '#app/http/providers.server.ts'
import { finishGithub } from '#app/operations/accounts.ts'

const serve = endpoint({ GET: [finishGithub, (ctx, _, args) => finishSignIn(ctx, args, 'github')] })
export { serve as loader, serve as action }
