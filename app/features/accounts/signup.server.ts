import { ulid } from 'ulid'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Invalid } from '#app/errors.ts'
import { insertAccount, ownRow, type NewAccount } from '#app/features/accounts/accounts.server.ts'
import { accountKey } from '#app/features/accounts/sign-in/password-attempts.server.ts'
import { claimAccount } from '#app/features/accounts/claim.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import { allowSignup } from '#app/features/accounts/signup-mode.server.ts'
import type { SignupInput, User, VerifyEmailInput } from '#app/features/accounts/schema.ts'
import { updateUser, userById, type UserRow } from '#app/features/accounts/store.server.ts'
import {
  consumeSignup,
  consumeToken,
  deleteSignupsFor,
  insertSignup,
  signupOf,
  tokenOwner,
} from '#app/features/accounts/token-store.server.ts'
import { SIGNUP_LIFETIME_MS } from '#app/features/accounts/tokens.server.ts'
import { partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'

/**
 * Signs a visitor up as a member. Without SMTP, creates the account or throws `Conflict` if the email is taken. With
 * SMTP, emails a link to choose the password and always returns null.
 */
export async function signUp(ctx: Context, { email, name, password }: SignupInput): Promise<User | null> {
  await allowSignup(ctx, 'visitor')
  const user = ctx.config.smtpUrl
    ? await createPendingSignup(ctx, { email, name })
    : await createAccountNow(ctx, {
        email,
        name,
        password_hash: await hashNewPassword(ctx, password, { email, name }),
      })
  await wakeMailWorker(ctx)
  return user
}

async function hashNewPassword(
  ctx: Context,
  password: string | undefined,
  owner: { email: string; name: string },
) {
  if (password === undefined) {
    const message = 'Choose a password.'
    throw new Invalid(`password: ${message}`, [{ path: 'password', message }])
  }
  await rejectWeakPassword(ctx, password, owner)
  return ctx.passwordHasher.hash(password)
}

async function createPendingSignup(ctx: Context, asked: { email: string; name: string }): Promise<null> {
  const use = await ctx.rateLimiter.consume('signup_account', accountKey(ctx, asked.email))
  if (use?.refused) return null
  const now = ctx.now().getTime()
  await inTransaction(ctx, async (inner) => {
    const id = ulid(now)
    await insertSignup(inner.db, {
      id,
      ...asked,
      expires_at: new Date(now + SIGNUP_LIFETIME_MS).toISOString(),
    })
    await queueEmail(inner, { kind: 'confirm_signup', recipient: asked.email, data: { signup_id: id } })
  })
  return null
}

type Hashed = { email: string; name: string; password_hash: string }

const createAccountNow = (ctx: Context, hashed: Hashed): Promise<User> =>
  inTransaction(ctx, async (inner) => {
    const user = await insertAccount(inner, 'password', { ...hashed, role: 'member' })
    await queueEmail(inner, { kind: 'verify_email', recipient: user.email, data: { user_id: user.id } })
    return user
  })

/**
 * Confirms the email of an account, or creates the account for a pending sign-up. Unless the actor is signed in to the
 * account, also sets the password and removes earlier data. The link works once.
 */
export async function verifyEmail(ctx: Context, { token, password, name }: VerifyEmailInput): Promise<void> {
  const { account, ...found } = await pending(ctx, token)
  const owner = { email: found.email, name: name ?? found.name }
  const password_hash = isOwn(ctx, account) ? null : await hashNewPassword(ctx, password, owner)
  const [hash, now] = [sha256(token), ctx.now().toISOString()]
  await inTransaction(ctx, async (inner) => {
    if (!account) return createConfirmedAccount(inner, hash, { ...owner, password_hash: password_hash! })
    if (!(await consumeToken(inner.db, 'verify_email', hash, now))) throw usedLinkError()
    if (!password_hash) return confirmAddress(inner, account)
    const claim = { name, password_hash, email_verified_at: now }
    const party = partyOf({ id: account.id, name: await claimAccount(inner, account, claim) })
    await recordAudit(inner, { action: 'user.verified', target: party, actor: party })
  })
}

async function createConfirmedAccount(ctx: Context, tokenHash: string, hashed: Hashed) {
  const now = ctx.now().toISOString()
  if (!(await consumeSignup(ctx.db, tokenHash, now))) throw usedLinkError()
  await deleteSignupsFor(ctx.db, hashed.email)
  await insertAccount(ctx, 'email', { ...hashed, role: 'member', email_verified_at: now })
}

/**
 * Creates the account for an accepted invitation and deletes sign-ups with the same email. Must be called in a
 * transaction. Throws `Forbidden` if sign-up is closed and `Conflict` if the email is taken.
 */
export async function createInvitedAccount(ctx: Context, account: NewAccount): Promise<UserRow> {
  const { id } = await insertAccount(ctx, 'invitation', account)
  await deleteSignupsFor(ctx.db, account.email)
  return (await userById(ctx.db, id))!
}

/** Marks an account's email as confirmed. Must be called in a transaction after the email link was used. */
export async function confirmAddress(ctx: Context, account: Pick<UserRow, 'id' | 'name'>): Promise<void> {
  await updateUser(ctx.db, account.id, { email_verified_at: ctx.now().toISOString() })
  await recordAudit(ctx, { action: 'user.verified', target: partyOf(account), actor: partyOf(account) })
}

/** Returns the email and name of the link's account. Throws if the link is not valid. */
export async function checkVerification(
  ctx: Context,
  token: string,
): Promise<{ email: string; name: string; choosesPassword: boolean }> {
  const { email, name, account } = await pending(ctx, token)
  return { email, name, choosesPassword: !isOwn(ctx, account) }
}

/**
 * Returns the account or the pending sign-up for a confirmation link. Throws if the link is invalid, used or expired.
 */
async function pending(ctx: Context, token: string) {
  const [hash, now] = [sha256(token), ctx.now().toISOString()]
  const owner = await tokenOwner(ctx.db, 'verify_email', hash, now)
  const account = owner ? await userById(ctx.db, owner.user_id) : undefined
  const found = owner ? account : await signupOf(ctx.db, hash, now)
  if (!found || account?.disabled_at || account?.email_verified_at) throw usedLinkError()
  return { email: found.email, name: found.name, account }
}

/** Checks whether the actor is the user of this account. */
const isOwn = ({ actor }: Context, account: UserRow | undefined) =>
  actor.kind === 'user' && actor.userId === account?.id

/** Resends the confirmation email for the actor's account. */
export async function resendVerification(ctx: Context): Promise<void> {
  const row = await ownRow(ctx)
  if (row.email_verified_at) throw new Conflict('Your email address is already confirmed.')
  await queueEmail(ctx, { kind: 'verify_email', recipient: row.email, data: { user_id: row.id } })
  await wakeMailWorker(ctx)
}

function usedLinkError() {
  const message = 'This link was already used, has expired or is incomplete. Request a new email.'
  return new Invalid(message, [{ path: 'token', message }])
}
