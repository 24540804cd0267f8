import { whoIsSignedIn } from '#app/features/accounts/accounts.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { readSession } from '#app/operations/accounts.ts'

const serve = endpoint({ GET: [readSession, (ctx) => whoIsSignedIn(ctx)] })
export { serve as loader, serve as action }
