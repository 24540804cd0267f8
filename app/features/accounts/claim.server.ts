import type { Context } from '#app/context.server.ts'
import {
  deleteIdentitiesOfUser,
  lockUser,
  updateUser,
  type UserRow,
} from '#app/features/accounts/store.server.ts'
import { deleteSessionsOfUser } from '#app/features/accounts/sign-in/session-store.server.ts'
import { deleteTokensOfUser } from '#app/features/accounts/token-store.server.ts'

type Claim = { name: string | undefined; password_hash: string; email_verified_at: string | null }

/**
 * Transfers an unconfirmed account to its proven owner. Deletes earlier credentials and profile data, because a
 * stranger could have created the account. Returns the name. Must be called in a transaction.
 */
export async function claimAccount(
  ctx: Context,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  claim: Claim,
): Promise<string> {
  const name = claim.name ?? email.split('@')[0]!
  // With this lock, a concurrent request to link an identity either finishes before the deletion or loses its session.
  await lockUser(ctx.db, id)
  await deleteIdentitiesOfUser(ctx.db, id)
  await deleteSessionsOfUser(ctx.db, id, null)
  await deleteTokensOfUser(ctx.db, id)
  await updateUser(ctx.db, id, { ...claim, name, avatar_url: null })
  return name
}
