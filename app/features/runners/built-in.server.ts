import { timingSafeEqual } from 'node:crypto'
import { allow } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { RUNNER_PREFIX } from '#app/features/runners/schema.ts'
import { acquireLead, upsertRunner } from '#app/features/runners/store.server.ts'
import { hashToken, makeToken } from '#app/platform/security/tokens.server.ts'

/** Id of the built-in runner, whose row all processes of the service share. */
export const BUILT_IN = 'builtin0'

/** Leadership name for the gateway. Discord allows one connection per bot. */
export const GATEWAY_LEADER = 'gateway'

/** Tokens of the built-in runner, keyed by the app's shared signals. Each token is valid until the process ends. */
const ownTokens = new WeakMap<App['signals'], string>()

/** Registers the built-in runner. Returns a token that only this process accepts and that is not stored. */
export async function registerBuiltIn(ctx: Context): Promise<string> {
  allow(ctx, 'runners:manage')
  const { text } = makeToken(RUNNER_PREFIX)
  ownTokens.set(ctx.signals, text)
  const created_at = ctx.now().toISOString()
  // No token has an empty hash, so this row cannot authenticate.
  await upsertRunner(ctx.db, {
    id: BUILT_IN,
    name: 'Built in',
    guild_id: null,
    hash: hashToken(ctx, ''),
    created_at,
  })
  return text
}

/** Checks whether a token is the built-in runner's token in this process. */
export function isOwnToken({ signals }: Pick<App, 'signals'>, text: string): boolean {
  const [known, given] = [Buffer.from(ownTokens.get(signals) ?? ''), Buffer.from(text)]
  return known.length > 0 && known.length === given.length && timingSafeEqual(known, given)
}

/**
 * Acquires or renews the leadership for a task that only one instance runs. The leadership expires after `seconds`.
 * Returns false if another instance is the leader.
 */
export async function acquireLeadership(
  ctx: Context,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Promise<boolean> {
  allow(ctx, 'runners:manage')
  const now = ctx.now()
  const until = new Date(now.getTime() + seconds * 1_000).toISOString()
  return Boolean(await acquireLead(ctx.db, { name, holder, until }, now.toISOString()))
}

/** Releases a leadership. */
export async function releaseLeadership(
  ctx: Context,
  { name, holder }: { name: string; holder: string },
): Promise<void> {
  allow(ctx, 'runners:manage')
  const now = ctx.now().toISOString()
  await acquireLead(ctx.db, { name, holder, until: now }, now)
}
