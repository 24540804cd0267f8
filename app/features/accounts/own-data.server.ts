import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { present } from '#app/features/accounts/accounts.server.ts'
import { connectionOf } from '#app/features/accounts/sign-in/identities.server.ts'
import {
  deleteUser,
  lockUserForDelete,
  identitiesOfUser,
  lockOwners,
  type UserRow,
} from '#app/features/accounts/store.server.ts'
import { sessionsOfUser } from '#app/features/accounts/sign-in/session-store.server.ts'
import { sessionOf } from '#app/features/accounts/sign-in/sessions.server.ts'
import { deleteSignupsFor, signupsFor, tokensOfUser } from '#app/features/accounts/token-store.server.ts'
import { requireAnotherOwner } from '#app/features/accounts/users.server.ts'

/** Returns the data that the accounts feature stores about the actor, without hashes. */
export async function readOwnData(ctx: Context, row: UserRow) {
  allow(ctx, 'profile:own')
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
    // An unconfirmed email can belong to another person.
    signups: email_verified_at ? await signupsFor(ctx.db, email) : [],
  }
}

/** Deletes the unconfirmed sign-ups with an email. */
export async function deleteSignups(ctx: Context, email: string): Promise<void> {
  allow(ctx, 'profile:own')
  await deleteSignupsFor(ctx.db, email)
}

/**
 * Deletes the actor's account in one transaction, after `forget` has deleted the account's data in other features. A
 * row lock prevents new rows for the account. Throws `Conflict` for the last owner.
 */
export async function eraseAccount(
  ctx: Context,
  row: UserRow,
  forget: (inner: Context) => Promise<void>,
): Promise<void> {
  allow(ctx, 'profile:own')
  await inTransaction(ctx, async (inner) => {
    await lockOwners(inner.db)
    await requireAnotherOwner(inner, row)
    await lockUserForDelete(inner.db, row.id)
    await forget(inner)
    await deleteUser(inner.db, row.id)
  })
}
