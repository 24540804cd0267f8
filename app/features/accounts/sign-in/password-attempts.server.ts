import { createHmac } from 'node:crypto'
import { requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { TryLater } from '#app/errors.ts'
import { knownDevice } from '#app/features/accounts/sign-in/devices.server.ts'
import type { UserRow } from '#app/features/accounts/store.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'

/** Returns the rate limit key of an account: a keyed hash, so that the store never contains an email. */
export const accountKey = ({ secrets }: Pick<Context, 'secrets'>, email: string): string =>
  createHmac('sha256', secrets.pepper).update(email.toLowerCase()).digest('base64url')

/**
 * Checks the password of a sign-in. Known devices have separate limits, all others share the account's. Only failures
 * count, and a success clears them. Throws `TryLater` during a pause.
 */
export function provePassword(
  ctx: Context,
  email: string,
  row: UserRow | undefined,
  password: string,
): Promise<boolean> {
  const check = () => ctx.passwordHasher.check(row?.password_hash, password)
  const device = knownDevice(ctx, row)
  const tried = device
    ? ctx.rateLimiter.attempt('login_device', device, check)
    : ctx.rateLimiter.attempt('login_account', accountKey(ctx, email), check, () => notifyOwner(ctx, email))
  return tried.catch((error: unknown) => {
    if (error instanceof TryLater && error.status === 429) countThrottled(ctx)
    throw error
  })
}

/** Counts a sign-in that a limit refused, for the audit log. */
function countThrottled({ refusalCounter, origin }: Pick<Context, 'refusalCounter' | 'origin'>): void {
  refusalCounter.note('sign_in', origin?.address ?? '')
}

/** Checks the password inside a session, under a limit of the session that sign-ins elsewhere never use up. */
export const proveInSession = (ctx: Context, row: UserRow, password: string): Promise<boolean> =>
  ctx.rateLimiter.attempt('login_session', requireUser(ctx).sessionId, () =>
    ctx.passwordHasher.check(row.password_hash, password),
  )

/**
 * Notifies the owner at most once a day that unknown devices used up the limit. Every email is treated alike, so neither
 * the response nor its timing reveals an account.
 */
async function notifyOwner(ctx: Context, email: string): Promise<void> {
  const use = await ctx.rateLimiter.consume('login_notice', accountKey(ctx, email))
  if (use?.refused) return
  await queueEmail(ctx, { kind: 'sign_in_paused', recipient: email, data: {} })
  await wakeMailWorker(ctx)
}
