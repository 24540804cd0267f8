import { readUser as read, updateUser as update } from '#app/features/accounts/users.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readUser, updateUser } from '#app/features/accounts/admin-operations.ts'

const serve = endpoint({
  GET: [readUser, (ctx, { params }) => read(ctx, params)],
  PATCH: [updateUser, (ctx, { params, body }) => update(ctx, { ...params, ...body })],
})
export { serve as loader, serve as action }
