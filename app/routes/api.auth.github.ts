import { endpoint } from '#app/http/endpoint.server.ts'
import { beginSignIn } from '#app/http/providers.server.ts'
import { beginGithub } from '#app/operations/accounts.ts'

const serve = endpoint({
  GET: [beginGithub, (ctx, { query }, args) => beginSignIn(ctx, args, 'github', query.redirect_to)],
})
export { serve as loader, serve as action }
