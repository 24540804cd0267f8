import { timingSafeEqual } from 'node:crypto'
import { allow } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { RUNNER_PREFIX } from '#app/features/runners/schema.ts'
import { acquireLead, upsertRunner } from '#app/features/runners/store.server.ts'
import { hashToken, makeToken } from '#app/platform/security/tokens.server.ts'

/** The runner that lives in the processes of the service. All of them share its row. */
export const BUILT_IN = 'builtin0'

/** Tokens that this process has given to itself, by the signals that all of its parts share. They end with the process. */
const ownTokens = new WeakMap<App['signals'], string>()

/**
 * Makes the runner that lives in this process known, and returns a token which only this process takes and which is stored
 * nowhere.
 */
export async function registerBuiltIn(ctx: Context): Promise<string> {
  allow(ctx, 'runners:manage')
  const { text } = makeToken(RUNNER_PREFIX)
  ownTokens.set(ctx.signals, text)
  const created_at = ctx.now().toISOString()
  // The hash is that of nothing: no token in the world opens this row.
  await upsertRunner(ctx.db, {
    id: BUILT_IN,
    name: 'Built in',
    guild_id: null,
    hash: hashToken(ctx, ''),
    created_at,
  })
  return text
}

/** True for the token that this process has given to itself. */
export function isOwnToken({ signals }: Pick<App, 'signals'>, text: string): boolean {
  const [known, given] = [Buffer.from(ownTokens.get(signals) ?? ''), Buffer.from(text)]
  return known.length > 0 && known.length === given.length && timingSafeEqual(known, given)
}

/** Takes or keeps the lead in something that only one of many instances does, for so many seconds. False while another has it. */
export async function acquireLeadership(
  ctx: Context,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Promise<boolean> {
  allow(ctx, 'runners:manage')
  const now = ctx.now()
  const until = new Date(now.getTime() + seconds * 1_000).toISOString()
  return Boolean(await acquireLead(ctx.db, { name, holder, until }, now.toISOString()))
}

/** Leaves the lead to whoever asks next. */
export async function releaseLeadership(
  ctx: Context,
  { name, holder }: { name: string; holder: string },
): Promise<void> {
  allow(ctx, 'runners:manage')
  const now = ctx.now().toISOString()
  await acquireLead(ctx.db, { name, holder, until: now }, now)
}
