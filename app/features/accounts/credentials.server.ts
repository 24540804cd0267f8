import { allow, requireUser } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Forbidden, Invalid } from '#app/errors.ts'
import { ownRow, partyOf } from '#app/features/accounts/accounts.server.ts'
import { accountKey, provePassword } from '#app/features/accounts/attempts.server.ts'
import { deleteIdentitiesOfUser } from '#app/features/accounts/identity-store.server.ts'
import { refuseWeakPassword } from '#app/features/accounts/password-policy.server.ts'
import type { ChangePasswordInput } from '#app/features/accounts/schema.ts'
import { deleteSessionsOfUser } from '#app/features/accounts/session-store.server.ts'
import { isFreshFromProvider, noteProof, renewSession } from '#app/features/accounts/sessions.server.ts'
import { updateUser, userById, type UserRow } from '#app/features/accounts/store.server.ts'
import { consumeToken, deleteTokensOfUser, tokenOwner } from '#app/features/accounts/token-store.server.ts'
import { record } from '#app/features/audit/audit.server.ts'
import { sha256 } from '#app/features/keys/token.server.ts'
import { queueLetter, sendLetters } from '#app/features/mail/outbox.server.ts'

/**
 * Refuses unless the one who asks has just proved to be the owner of the account: by its password or, where it has none, by
 * a sign-in at a provider minutes ago. `field` is where a form shows what is wrong.
 */
export async function proveOwner(
  ctx: Context,
  row: UserRow,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (password === undefined && (await isFreshFromProvider(ctx))) return
  if (!row.password_hash)
    throw new Forbidden('Sign in at your provider once more, then come back within ten minutes.')
  if (password === undefined) throw wrong(field, 'Enter your password.')
  if (!(await provePassword(ctx, row.email, row.password_hash, password)))
    throw wrong(field, 'This is not your password.')
  await noteProof(ctx)
}

/** Proves by one’s password that one is still oneself, which holds for ten minutes in this session. */
export async function confirmPassword(ctx: Context, { password }: { password: string }): Promise<void> {
  allow(ctx, 'profile:own')
  await proveOwner(ctx, await ownRow(ctx), password, 'password')
}

const wrong = (path: string, message: string) => new Invalid(`${path}: ${message}`, [{ path, message }])

/** Sets a new password, ends every other session and gives this one a new token, which it returns with its seconds left. */
export async function changePassword(
  ctx: Context,
  { current_password, new_password }: ChangePasswordInput,
): Promise<{ token: string; seconds: number }> {
  allow(ctx, 'profile:own')
  const row = await ownRow(ctx)
  await proveOwner(ctx, row, row.password_hash ? (current_password ?? '') : undefined, 'current_password')
  if (new_password === current_password)
    throw wrong('new_password', 'This is the password that you have now.')
  await refuseWeakPassword(ctx, new_password, row, 'new_password')
  const password_hash = await ctx.passwords.hash(new_password)
  const renewed = await inTransaction(ctx, async (inner) => {
    await updateUser(inner.db, row.id, { password_hash })
    await afterNewPassword(inner, row, requireUser(ctx).sessionId)
    await record(inner, { action: 'user.password_changed', target: partyOf(row) })
    return renewSession(inner)
  })
  await sendLetters(ctx)
  return renewed
}

/** What was made before the new password, links and sessions, ends with the old one; the owner is told by mail. */
export async function afterNewPassword(
  ctx: Context,
  row: UserRow,
  keepSession: string | null,
): Promise<void> {
  await deleteSessionsOfUser(ctx.db, row.id, keepSession)
  await deleteTokensOfUser(ctx.db, row.id)
  await queueLetter(ctx, { kind: 'password_changed', recipient: row.email, data: { user_id: row.id } })
}

/**
 * Sends a letter with a link for a new password, if there is an account. The same is done for every address, and the letter
 * finds out whether to be sent, so that neither the answer nor its time tells. Past its limit an address gets no more.
 */
export async function requestPasswordReset(ctx: Context, { email }: { email: string }): Promise<void> {
  const use = await ctx.limiter.consume('reset_account', accountKey(ctx, email))
  if (use?.refused) return
  await queueLetter(ctx, { kind: 'reset_password', recipient: email, data: {} })
  await sendLetters(ctx)
}

/** Whose password the link would set. Refuses unless the link would work now. */
export async function checkReset(ctx: Context, token: string): Promise<UserRow> {
  const found = await tokenOwner(ctx.db, 'reset_password', sha256(token), ctx.now().toISOString())
  const row = found && (await userById(ctx.db, found.user_id))
  if (!row || row.disabled_at) throw spent()
  return row
}

/**
 * Sets the password that the link was asked for and ends every session. Having the letter proves the address: an account
 * that was not confirmed is now, and loses what a stranger may have linked to it before.
 */
export async function confirmPasswordReset(
  ctx: Context,
  { token, new_password }: { token: string; new_password: string },
): Promise<void> {
  const row = await checkReset(ctx, token)
  await refuseWeakPassword(ctx, new_password, row, 'new_password')
  const password_hash = await ctx.passwords.hash(new_password)
  await inTransaction(ctx, async (inner) => {
    const now = inner.now().toISOString()
    if (!(await consumeToken(inner.db, 'reset_password', sha256(token), now))) throw spent()
    if (!row.email_verified_at) await deleteIdentitiesOfUser(inner.db, row.id)
    await updateUser(inner.db, row.id, { password_hash, email_verified_at: row.email_verified_at ?? now })
    await afterNewPassword(inner, row, null)
    await record(inner, { action: 'user.password_reset', target: partyOf(row), actor: partyOf(row) })
  })
  await sendLetters(ctx)
}

function spent() {
  const message = 'This link was used, is over, or is not complete. Ask for a new one.'
  return new Invalid(message, [{ path: 'token', message }])
}
