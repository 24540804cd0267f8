import { endpoint } from '#app/http/api/endpoint.server.ts'
import { beginSignIn } from '#app/http/sign-in/providers.server.ts'
import { beginDiscord } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  GET: [beginDiscord, (ctx, { query }, args) => beginSignIn(ctx, args, 'discord', query.redirect_to)],
})
export { serve as loader, serve as action }
