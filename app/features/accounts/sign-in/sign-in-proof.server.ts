import type { Context } from '#app/context.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { Unauthorized } from '#app/errors.ts'
import { identityOf, lockUser, userById } from '#app/features/accounts/store.server.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { Provider } from '#app/platform/config/providers.ts'

/** Credentials that a sign-in was checked against. */
export type Proof = { passwordHash: string | null } | { provider: Provider; providerUserId: string }

/**
 * Throws if a proof is no longer valid for the account. Locks the account for the transaction. A claim or a new
 * password then either precedes the check or deletes the session.
 */
export async function rejectOutdatedProof(db: Db, userId: string, proof: Proof): Promise<void> {
  await lockUser(db, userId)
  const row = await userById(db, userId)
  if ('provider' in proof) {
    const identity = await identityOf(db, proof.provider, proof.providerUserId)
    if (!row || row.disabled_at || identity?.user_id !== userId) throw new OAuthRefused('state')
  } else if (!row || row.disabled_at || row.password_hash !== proof.passwordHash) throw wrongCredentials()
}

/** Records a sign-in to an existing account, in the transaction that opens its session. */
export async function recordSignIn(ctx: Context, userId: string, method: string): Promise<void> {
  const row = await userById(ctx.db, userId)
  const actor = { kind: 'user', id: userId, name: row?.name ?? null }
  await recordAudit(ctx, { action: 'session.opened', actor, details: { method } })
}

/** Creates the error for a failed password sign-in, which is identical for every cause. */
export const wrongCredentials = () =>
  new Unauthorized(
    'invalid_credentials',
    'The email address or password is wrong. Check both, or reset the password.',
  )
