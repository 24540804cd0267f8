import { endpoint } from '#app/http/endpoint.server.ts'
import { beginSignIn } from '#app/http/providers.server.ts'
import { beginDiscord } from '#app/operations/accounts.ts'

const serve = endpoint({
  GET: [beginDiscord, (ctx, { query }, args) => beginSignIn(ctx, args, 'discord', query.redirect_to)],
})
export { serve as loader, serve as action }
