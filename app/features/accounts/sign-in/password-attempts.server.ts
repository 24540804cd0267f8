import { createHmac } from 'node:crypto'
import { requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { TryLater } from '#app/errors.ts'
import { knownDevice } from '#app/features/accounts/sign-in/devices.server.ts'
import type { UserRow } from '#app/features/accounts/store.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'

/** Returns the rate limit key for an account: a keyed hash, so that the store never contains an email. */
export const accountKey = ({ secrets }: Pick<Context, 'secrets'>, email: string): string =>
  createHmac('sha256', secrets.pepper).update(email.toLowerCase()).digest('base64url')

/**
 * Checks the password for a sign-in. Each known device has a separate limit, and unknown devices share the account's
 * limit. Only failures count, and a success resets the count. Throws `TryLater` while sign-in is paused.
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

/** Counts a rate-limited sign-in for the audit log. */
function countThrottled({ refusalCounter, origin }: Pick<Context, 'refusalCounter' | 'origin'>): void {
  refusalCounter.note('sign_in', origin?.address ?? '')
}

/** Checks the password within a session. Uses a limit per session, which sign-ins elsewhere cannot exhaust. */
export const proveInSession = (ctx: Context, row: UserRow, password: string): Promise<boolean> =>
  ctx.rateLimiter.attempt('login_session', requireUser(ctx).sessionId, () =>
    ctx.passwordHasher.check(row.password_hash, password),
  )

/**
 * Notifies the owner at most once a day that unknown devices have reached the limit. Treats every email address alike,
 * so that neither the response nor its timing reveals whether an account exists.
 */
async function notifyOwner(ctx: Context, email: string): Promise<void> {
  const use = await ctx.rateLimiter.consume('login_notice', accountKey(ctx, email))
  if (use?.refused) return
  await queueEmail(ctx, { kind: 'sign_in_paused', recipient: email, data: {} })
  await wakeMailWorker(ctx)
}
