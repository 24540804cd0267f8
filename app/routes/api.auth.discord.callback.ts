import { endpoint } from '#app/http/endpoint.server.ts'
import { finishSignIn } from '#app/http/providers.server.ts'
import { finishDiscord } from '#app/operations/accounts.ts'

const serve = endpoint({ GET: [finishDiscord, (ctx, _, args) => finishSignIn(ctx, args, 'discord')] })
export { serve as loader, serve as action }
