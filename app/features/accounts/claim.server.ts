import type { Context } from '#app/context.server.ts'
import { deleteIdentitiesOfUser } from '#app/features/accounts/identity-store.server.ts'
import { deleteSessionsOfUser } from '#app/features/accounts/session-store.server.ts'
import { lockUser, updateUser, type UserRow } from '#app/features/accounts/store.server.ts'
import { deleteTokensOfUser } from '#app/features/accounts/token-store.server.ts'

type Claim = { name: string; password_hash: string; email_verified_at: string | null }

/**
 * Gives an unconfirmed account to the person who has just proved that it is theirs. No password, session, identity, link,
 * name or picture from before survives: a stranger may have made the account. Call it in a transaction.
 */
export async function claimAccount(ctx: Context, { id }: Pick<UserRow, 'id'>, claim: Claim): Promise<void> {
  // An identity that is being linked at this moment is deleted below, or finds its session gone.
  await lockUser(ctx.db, id)
  await deleteIdentitiesOfUser(ctx.db, id)
  await deleteSessionsOfUser(ctx.db, id, null)
  await deleteTokensOfUser(ctx.db, id)
  await updateUser(ctx.db, id, { ...claim, avatar_url: null })
}
