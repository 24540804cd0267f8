import { listUsers as rule } from '#app/features/accounts/users.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listUsers } from '#app/features/accounts/admin-operations.ts'

const serve = endpoint({ GET: [listUsers, (ctx, { query }) => rule(ctx, query)] })
export { serve as loader, serve as action }
