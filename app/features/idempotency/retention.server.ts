import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteExpiredRows } from '#app/features/idempotency/store.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/**
 * Deletes expired confirmations and responses. Works in small batches that can run concurrently on several instances.
 */
export async function purgeIdempotency(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'users:write')
  const now = ctx.now().toISOString()
  for (const table of ['spent_confirmations', 'idempotency_keys'] as const) {
    await inBatches(sweeping, (limit) => deleteExpiredRows(ctx.db, table, now, limit))
  }
}
