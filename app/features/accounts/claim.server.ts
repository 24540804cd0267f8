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
 * Gives an unconfirmed account to the person who has just proved that it is theirs. No password, session, identity, link,
 * name or picture from before survives: a stranger may have made the account. Without a name, the account is called by the
 * local part of its address. Returns the name. Call it in a transaction.
 */
export async function claimAccount(
  ctx: Context,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  claim: Claim,
): Promise<string> {
  const name = claim.name ?? email.split('@')[0]!
  // An identity that is being linked at this moment is deleted below, or finds its session gone.
  await lockUser(ctx.db, id)
  await deleteIdentitiesOfUser(ctx.db, id)
  await deleteSessionsOfUser(ctx.db, id, null)
  await deleteTokensOfUser(ctx.db, id)
  await updateUser(ctx.db, id, { ...claim, name, avatar_url: null })
  return name
}
