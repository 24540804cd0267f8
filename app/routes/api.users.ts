import { listUsers as rule } from '#app/features/accounts/users.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listUsers } from '#app/operations/administration.ts'

const serve = endpoint({ GET: [listUsers, (ctx, { query }) => rule(ctx, query)] })
export { serve as loader, serve as action }
