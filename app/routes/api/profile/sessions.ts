import {
  closeOtherSessions as close,
  listSessions as list,
} from '#app/features/accounts/sign-in/sessions.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { closeOtherSessions, listSessions } from '#app/features/accounts/profile-operations.ts'

const serve = endpoint({
  GET: [listSessions, (ctx) => list(ctx)],
  DELETE: [closeOtherSessions, (ctx) => close(ctx)],
})
export { serve as loader, serve as action }
