import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import type { Context } from '#app/context.server.ts'
import { setSignupToken, replaceToken } from '#app/features/accounts/token-store.server.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'

/** Lifetime of a link after its email is sent, in milliseconds. */
const lifetimes = { reset_password: 60 * 60_000, verify_email: 24 * 60 * 60_000 } as const
type Purpose = keyof typeof lifetimes

/** Period in which a sign-up can be confirmed, in milliseconds. */
export const SIGNUP_LIFETIME_MS = 24 * 60 * 60_000

/** Creates a token with 256 random bits for a session or a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Creates the token for an email that is about to be sent. Replaces earlier tokens for the same purpose. */
export async function issueToken(ctx: Context, userId: string, purpose: Purpose): Promise<string> {
  const token = newToken()
  await replaceToken(ctx.db, {
    id: ulid(ctx.now().getTime()),
    user_id: userId,
    purpose,
    token_hash: sha256(token),
    expires_at: new Date(ctx.now().getTime() + lifetimes[purpose]).toISOString(),
  })
  return token
}

/** Creates the token for a sign-up’s email. Returns null if the sign-up was deleted or has expired. */
export async function issueSignupToken(ctx: Context, signupId: string) {
  const token = newToken()
  const signup = await setSignupToken(ctx.db, signupId, sha256(token), ctx.now().toISOString())
  return signup ? { token, name: signup.name, email: signup.email } : null
}
