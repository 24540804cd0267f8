import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { removeExpired } from '#app/features/idempotency/store.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/** Deletes used confirmations and kept answers that are over. Works in small steps, which several instances may do at once. */
export async function sweepCalls(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'users:write')
  const now = ctx.now().toISOString()
  for (const table of ['spent_confirmations', 'idempotency_keys'] as const) {
    await inBatches(sweeping, (limit) => removeExpired(ctx.db, table, now, limit))
  }
}
