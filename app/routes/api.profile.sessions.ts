import { listSessions as rule } from '#app/features/accounts/sessions.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { listSessions } from '#app/operations/profile.ts'

const serve = endpoint({ GET: [listSessions, (ctx) => rule(ctx)] })
export { serve as loader, serve as action }
