import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import {
  deleteExpiredSessions,
  deleteIdleSessions,
} from '#app/features/accounts/sign-in/session-store.server.ts'
import { idleSince } from '#app/features/accounts/sign-in/sessions.server.ts'
import { deleteExpiredSignups, deleteExpiredTokens } from '#app/features/accounts/token-store.server.ts'

/** Deletes expired sessions, unconfirmed sign-ups and email tokens. */
export async function purgeAccounts(ctx: Context): Promise<void> {
  allow(ctx, 'users:write')
  const now = ctx.now().toISOString()
  await deleteExpiredSessions(ctx.db, now)
  await deleteIdleSessions(ctx.db, idleSince(ctx))
  await deleteExpiredSignups(ctx.db, now)
  await deleteExpiredTokens(ctx.db, now)
}
