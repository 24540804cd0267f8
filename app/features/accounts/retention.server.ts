import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteExpiredSessions } from '#app/features/accounts/session-store.server.ts'
import { deleteExpiredSignups, deleteExpiredTokens } from '#app/features/accounts/token-store.server.ts'

/** Deletes sessions, sign-ups that nobody confirmed, and the tokens of letters, all of them once they are over. */
export async function sweepAccounts(ctx: Context): Promise<void> {
  allow(ctx, 'users:write')
  const now = ctx.now().toISOString()
  await deleteExpiredSessions(ctx.db, now)
  await deleteExpiredSignups(ctx.db, now)
  await deleteExpiredTokens(ctx.db, now)
}
