import { ulid } from 'ulid'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Conflict, Invalid } from '#app/errors.ts'
import { insertAccount, ownRow, partyOf } from '#app/features/accounts/accounts.server.ts'
import { accountKey } from '#app/features/accounts/attempts.server.ts'
import { refuseWeakPassword } from '#app/features/accounts/password-policy.server.ts'
import type { SignupInput, User } from '#app/features/accounts/schema.ts'
import { updateUser, userById } from '#app/features/accounts/store.server.ts'
import {
  consumeSignup,
  consumeToken,
  deleteSignupsFor,
  insertSignup,
  signupOf,
  tokenOwner,
} from '#app/features/accounts/token-store.server.ts'
import { SIGNUP_WAITS } from '#app/features/accounts/tokens.server.ts'
import { record } from '#app/features/audit/audit.server.ts'
import { sha256 } from '#app/features/keys/token.server.ts'
import { queueLetter, sendLetters } from '#app/features/mail/outbox.server.ts'

/**
 * Anyone may open a member's account. Where mail is not configured it is there at once, and `Conflict` says that the e-mail
 * is taken. Where it is, the answer is null for everybody, and the account is made when its owner follows the link: nothing
 * tells whether there was one, and nobody can hold an address that is not theirs.
 */
export async function signUp(ctx: Context, { email, name, password }: SignupInput): Promise<User | null> {
  await refuseWeakPassword(ctx, password, { email, name })
  const password_hash = await ctx.passwords.hash(password)
  const user = ctx.config.smtpUrl
    ? await waitForProof(ctx, { email, name, password_hash })
    : await openAtOnce(ctx, { email, name, password_hash })
  await sendLetters(ctx)
  return user
}

type Hashed = { email: string; name: string; password_hash: string }

async function waitForProof(ctx: Context, hashed: Hashed): Promise<null> {
  const use = await ctx.limiter.consume('signup_account', accountKey(ctx, hashed.email))
  if (use?.refused) return null
  const now = ctx.now().getTime()
  await inTransaction(ctx, async (inner) => {
    const id = ulid(now)
    await insertSignup(inner.db, { id, ...hashed, expires_at: new Date(now + SIGNUP_WAITS).toISOString() })
    await queueLetter(inner, { kind: 'confirm_signup', recipient: hashed.email, data: { signup_id: id } })
  })
  return null
}

const openAtOnce = (ctx: Context, hashed: Hashed): Promise<User> =>
  inTransaction(ctx, async (inner) => {
    const user = await insertAccount(inner, { ...hashed, role: 'member' })
    await queueLetter(inner, { kind: 'verify_email', recipient: user.email, data: { user_id: user.id } })
    return user
  })

/** Confirms the address of an account, or makes the account of a sign-up that waited. The link works once. */
export function verifyEmail(ctx: Context, { token }: { token: string }): Promise<void> {
  const [hash, now] = [sha256(token), ctx.now().toISOString()]
  return inTransaction(ctx, async (inner) => {
    const found = await consumeToken(inner.db, 'verify_email', hash, now)
    if (found) {
      const row = await updateUser(inner.db, found.user_id, { email_verified_at: now })
      if (row) await record(inner, { action: 'user.verified', target: partyOf(row), actor: partyOf(row) })
      return
    }
    const signup = await consumeSignup(inner.db, hash, now)
    if (!signup) throw spent()
    const { email, name, password_hash } = signup
    await deleteSignupsFor(inner.db, email)
    await insertAccount(inner, { email, name, password_hash, role: 'member', email_verified_at: now })
  })
}

/** Which address the link would confirm. Refuses unless it would work now. */
export async function checkVerification(
  ctx: Context,
  token: string,
): Promise<{ email: string; name: string }> {
  const [hash, now] = [sha256(token), ctx.now().toISOString()]
  const owner = await tokenOwner(ctx.db, 'verify_email', hash, now)
  const found = owner ? await userById(ctx.db, owner.user_id) : await signupOf(ctx.db, hash, now)
  if (!found) throw spent()
  return { email: found.email, name: found.name }
}

/** Sends the letter that confirms one's own address once more. */
export async function resendVerification(ctx: Context): Promise<void> {
  const row = await ownRow(ctx)
  if (row.email_verified_at) throw new Conflict('Your address is confirmed already.')
  await queueLetter(ctx, { kind: 'verify_email', recipient: row.email, data: { user_id: row.id } })
  await sendLetters(ctx)
}

function spent() {
  const message = 'This link was used, is over, or is not complete. Ask for a new letter.'
  return new Invalid(message, [{ path: 'token', message }])
}
