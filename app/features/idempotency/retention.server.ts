import { setImmediate as breathe } from 'node:timers/promises'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { removeExpired } from '#app/features/idempotency/store.server.ts'

/** How many go in one statement. */
const BATCH = 500

/** Deletes used confirmations and kept answers that are over. Works in small steps, which several instances may do at once. */
export async function sweepCalls(
  ctx: Context,
  { stopping }: { stopping?: () => boolean } = {},
): Promise<void> {
  allow(ctx, 'users:write')
  const now = ctx.now().toISOString()
  for (const table of ['spent_confirmations', 'idempotency_keys'] as const) {
    while (!stopping?.() && (await removeExpired(ctx.db, table, now, BATCH)) === BATCH) await breathe()
  }
}
