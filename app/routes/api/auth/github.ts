import { endpoint } from '#app/http/api/endpoint.server.ts'
import { beginSignIn } from '#app/http/sign-in/providers.server.ts'
import { beginGithub } from '#app/features/accounts/operations.ts'

const serve = endpoint({
  GET: [beginGithub, (ctx, { query }, args) => beginSignIn(ctx, args, 'github', query.redirect_to)],
})
export { serve as loader, serve as action }
