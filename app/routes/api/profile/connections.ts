import { listConnections as rule } from '#app/features/accounts/sign-in/identities.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listConnections } from '#app/features/accounts/profile-operations.ts'

const serve = endpoint({ GET: [listConnections, (ctx) => rule(ctx)] })
export { serve as loader, serve as action }
