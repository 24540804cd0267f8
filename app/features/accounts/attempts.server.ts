import { createHmac } from 'node:crypto'
import type { Context } from '#app/context.server.ts'

/** What the limits of an account are counted under: a keyed hash, so that their store never holds an e-mail address. */
export const accountKey = ({ secrets }: Pick<Context, 'secrets'>, email: string): string =>
  createHmac('sha256', secrets.pepper).update(email.toLowerCase()).digest('base64url')

/**
 * Checks a password under the limit of its account, wherever it is asked for. Only failures count, and a success forgets
 * them. Throws `TryLater` during the pause that failures have earned.
 */
export const provePassword = (
  ctx: Context,
  email: string,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> =>
  ctx.limiter.attempt('login_account', accountKey(ctx, email), () => ctx.passwords.check(stored, password))
