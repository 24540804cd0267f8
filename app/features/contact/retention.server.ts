import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteOldSubmissions, deleteExpiredWork } from '#app/features/contact/store.server.ts'
import { retentionDays, submissionStatuses } from '#app/features/contact/schema.ts'
import { DAY } from '#app/primitives/time.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/**
 * Deletes messages past their retention period and expired proofs of work. Works in small batches that can run
 * concurrently on several instances.
 */
export async function purgeContact(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'contact:write')
  const now = ctx.now().getTime()
  await deleteExpiredWork(ctx.db, new Date(now).toISOString())
  for (const status of submissionStatuses) {
    const days = retentionDays[status]
    if (days === null) continue
    const before = new Date(now - days * DAY).toISOString()
    await inBatches(sweeping, (limit) => deleteOldSubmissions(ctx.db, { status, before, limit }))
  }
}
