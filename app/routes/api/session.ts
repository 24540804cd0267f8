import { currentUser } from '#app/features/accounts/accounts.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readSession } from '#app/features/accounts/operations.ts'

const serve = endpoint({ GET: [readSession, (ctx) => currentUser(ctx)] })
export { serve as loader, serve as action }
