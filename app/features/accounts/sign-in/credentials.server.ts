import { allow, PROOF_SECONDS, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Forbidden, Invalid } from '#app/errors.ts'
import { ownRow } from '#app/features/accounts/accounts.server.ts'
import { accountKey, proveInSession } from '#app/features/accounts/sign-in/password-attempts.server.ts'
import { claimAccount } from '#app/features/accounts/claim.server.ts'
import { issueDevice } from '#app/features/accounts/sign-in/devices.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import type { ChangePasswordInput } from '#app/features/accounts/schema.ts'
import { deleteSessionsOfUser } from '#app/features/accounts/sign-in/session-store.server.ts'
import {
  isFreshFromProvider,
  recordProof,
  renewSession,
} from '#app/features/accounts/sign-in/sessions.server.ts'
import { updateUser, userById, type UserRow } from '#app/features/accounts/store.server.ts'
import { consumeToken, deleteTokensOfUser, tokenOwner } from '#app/features/accounts/token-store.server.ts'
import { partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'

/**
 * Throws unless the actor proves ownership of the account. The proof is the password or, if the account has none, a
 * recent sign-in with a provider. `field` is the form field that gets the error.
 */
export async function proveOwner(
  ctx: Context,
  row: UserRow,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (password === undefined && (await isFreshFromProvider(ctx))) return
  if (!row.password_hash)
    throw new Forbidden(
      'Sign in with your provider again, then repeat this step within ten minutes.',
      'proof_required',
    )
  if (password === undefined) throw wrong(field, 'Enter your password.')
  if (!(await proveInSession(ctx, row, password)))
    throw wrong(field, 'The password is wrong. Try again, or reset your password.')
  await recordProof(ctx)
}

/**
 * Checks the password and renews the session's proof of identity for ten minutes. Returns the new session token, its
 * remaining lifetime in seconds, and the expiry of the proof.
 */
export async function confirmPassword(
  ctx: Context,
  { password }: { password: string },
  field = 'password',
): Promise<{ token: string; seconds: number; until: string }> {
  allow(ctx, 'profile:own')
  await proveOwner(ctx, await ownRow(ctx), password, field)
  const until = new Date(ctx.now().getTime() + PROOF_SECONDS * 1000).toISOString()
  return { ...(await renewSession(ctx)), until }
}

const wrong = (path: string, message: string) => new Invalid(`${path}: ${message}`, [{ path, message }])

/**
 * Sets a new password, ends all other sessions and revokes known devices. Returns the new session token, its remaining
 * lifetime in seconds, and a new device cookie value.
 */
export async function changePassword(
  ctx: Context,
  { current_password, new_password }: ChangePasswordInput,
): Promise<{ token: string; seconds: number; device: string | null }> {
  allow(ctx, 'profile:own')
  const row = await ownRow(ctx)
  await proveOwner(ctx, row, row.password_hash ? (current_password ?? '') : undefined, 'current_password')
  if (new_password === current_password)
    throw wrong('new_password', 'This is your current password. Choose a new password.')
  await rejectWeakPassword(ctx, new_password, row, 'new_password')
  const password_hash = await ctx.passwordHasher.hash(new_password)
  const renewed = await inTransaction(ctx, async (inner) => {
    await updateUser(inner.db, row.id, { password_hash })
    await afterNewPassword(inner, row, requireUser(ctx).sessionId)
    await recordAudit(inner, { action: 'user.password_changed', target: partyOf(row) })
    return { ...(await renewSession(inner)), device: await issueDevice(inner, row.id) }
  })
  await wakeMailWorker(ctx)
  return renewed
}

/** Deletes earlier links and all sessions except `keepSession`, and notifies the owner by email. */
export async function afterNewPassword(
  ctx: Context,
  row: UserRow,
  keepSession: string | null,
): Promise<void> {
  await deleteSessionsOfUser(ctx.db, row.id, keepSession)
  await deleteTokensOfUser(ctx.db, row.id)
  await queueEmail(ctx, { kind: 'password_changed', recipient: row.email, data: { user_id: row.id } })
}

/**
 * Queues an email with a reset link, or does nothing above the limit. Treats every email address alike, so that neither
 * the response nor its timing reveals whether an account exists.
 */
export async function requestPasswordReset(ctx: Context, { email }: { email: string }): Promise<void> {
  const use = await ctx.rateLimiter.consume('reset_account', accountKey(ctx, email))
  if (use?.refused) return
  await queueEmail(ctx, { kind: 'reset_password', recipient: email, data: {} })
  await wakeMailWorker(ctx)
}

/** Returns the account for a reset link. Throws if the link is not valid. */
export async function checkResetToken(ctx: Context, token: string): Promise<UserRow> {
  const found = await tokenOwner(ctx.db, 'reset_password', sha256(token), ctx.now().toISOString())
  const row = found && (await userById(ctx.db, found.user_id))
  if (!row || row.disabled_at) throw usedLinkError()
  return row
}

/**
 * Sets the password for the link's account, confirms the email, ends all sessions and revokes all devices. If the
 * account was unconfirmed, deletes all its earlier data. Returns a device cookie value.
 */
export async function confirmPasswordReset(
  ctx: Context,
  { token, new_password }: { token: string; new_password: string },
): Promise<string | null> {
  const row = await checkResetToken(ctx, token)
  await rejectWeakPassword(ctx, new_password, row, 'new_password')
  const password_hash = await ctx.passwordHasher.hash(new_password)
  await inTransaction(ctx, async (inner) => {
    const now = inner.now().toISOString()
    if (!(await consumeToken(inner.db, 'reset_password', sha256(token), now))) throw usedLinkError()
    if (row.email_verified_at) await updateUser(inner.db, row.id, { password_hash })
    else
      await claimAccount(inner, row, {
        name: undefined,
        password_hash,
        email_verified_at: now,
      })
    await afterNewPassword(inner, row, null)
    await recordAudit(inner, { action: 'user.password_reset', target: partyOf(row), actor: partyOf(row) })
  })
  await wakeMailWorker(ctx)
  return issueDevice(ctx, row.id)
}

function usedLinkError() {
  const message = 'This link was already used, has expired or is incomplete. Request a new link.'
  return new Invalid(message, [{ path: 'token', message }])
}
