import { requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { present } from '#app/features/accounts/accounts.server.ts'
import { connectionOf } from '#app/features/accounts/identities.server.ts'
import { identitiesOfUser } from '#app/features/accounts/identity-store.server.ts'
import { sessionsOfUser } from '#app/features/accounts/session-store.server.ts'
import { sessionOf } from '#app/features/accounts/sessions.server.ts'
import { deleteUser, holdUser, lockOwners, type UserRow } from '#app/features/accounts/store.server.ts'
import { deleteSignupsFor, signupsFor, tokensOfUser } from '#app/features/accounts/token-store.server.ts'
import { keepAnOwner } from '#app/features/accounts/users.server.ts'

/** Reads what accounts hold of the one who asks, but for hashes. Its caller has authorised it. */
export async function readOwnData(ctx: Context, row: UserRow) {
  const at = ctx.now().toISOString()
  const { sessionId } = requireUser(ctx)
  const { id, email, email_verified_at } = row
  const [identities, sessions] = [await identitiesOfUser(ctx.db, id), await sessionsOfUser(ctx.db, id, at)]
  return {
    user: { ...(await present(ctx, row)), email_verified_at },
    connections: identities.map((one) => ({
      ...connectionOf(one),
      provider_user_id: one.provider_user_id,
    })),
    sessions: sessions.map((one) => {
      const { method, proved_at, expires_at } = one
      return { ...sessionOf(one, sessionId), method, proved_at, expires_at }
    }),
    links: await tokensOfUser(ctx.db, id, at),
    // What came from an address that nobody has confirmed may be of somebody else.
    signups: email_verified_at ? await signupsFor(ctx.db, email) : [],
  }
}

/** Deletes the sign-ups with an address that wait to be confirmed. Its caller has authorised it. */
export const forgetSignups = (ctx: Pick<Context, 'db'>, email: string) => deleteSignupsFor(ctx.db, email)

/**
 * Deletes an account in one transaction, once `forget` has taken it out of everything else. Nothing new is written with its
 * id meanwhile. Its caller has authorised it. Throws `Conflict` for the last owner.
 */
export const eraseAccount = (
  ctx: Context,
  row: UserRow,
  forget: (inner: Context) => Promise<void>,
): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    await lockOwners(inner.db)
    await keepAnOwner(inner, row)
    await holdUser(inner.db, row.id)
    await forget(inner)
    await deleteUser(inner.db, row.id)
  })
