import { beginOperation } from '#app/features/accounts/sign-in/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { beginSignIn } from '#app/http/sign-in/providers.server.ts'

const serve = endpoint({
  GET: [beginOperation, (ctx, { query }, args) => beginSignIn(ctx, args, query)],
})
export { serve as loader, serve as action }
