import { endpoint } from '#app/http/api/endpoint.server.ts'
import { finishSignIn } from '#app/http/sign-in/providers.server.ts'
import { finishDiscord } from '#app/features/accounts/operations.ts'

const serve = endpoint({ GET: [finishDiscord, (ctx, _, args) => finishSignIn(ctx, args, 'discord')] })
export { serve as loader, serve as action }
