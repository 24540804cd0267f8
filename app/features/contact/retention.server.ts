import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteOld, forgetWork } from '#app/features/contact/store.server.ts'
import { keptDays, submissionStatuses } from '#app/features/contact/schema.ts'
import { DAY } from '#app/primitives/time.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/**
 * Deletes messages that have been read, resolved or spam for as long as those are kept, and what is remembered of proofs of
 * work that do not count any more. Works in small steps, which several instances may do at once.
 */
export async function sweepContact(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'contact:write')
  const now = ctx.now().getTime()
  await forgetWork(ctx.db, new Date(now).toISOString())
  for (const status of submissionStatuses) {
    const days = keptDays[status]
    if (days === null) continue
    const before = new Date(now - days * DAY).toISOString()
    await inBatches(sweeping, (limit) => deleteOld(ctx.db, { status, before, limit }))
  }
}
