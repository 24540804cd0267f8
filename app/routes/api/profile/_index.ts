import { readProfile as read, updateProfile as update } from '#app/features/accounts/accounts.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { endSession } from '#app/http/auth/session-cookie.server.ts'
import { readProfile, updateProfile } from '#app/features/accounts/profile-operations.ts'
import { deleteProfile } from '#app/features/privacy/operations.ts'

const serve = endpoint({
  GET: [readProfile, async (ctx) => ({ user: await read(ctx) })],
  PATCH: [updateProfile, async (ctx, { body }) => ({ user: await update(ctx, body) })],
  DELETE: [
    deleteProfile,
    async (ctx, { body }, args) => {
      await deleteAccount(ctx, body)
      return withHeaders(null, { 'Set-Cookie': await endSession(args, ctx) })
    },
  ],
})
export { serve as loader, serve as action }
