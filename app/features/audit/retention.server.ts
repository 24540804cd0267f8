import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteAuditBefore } from '#app/features/audit/store.server.ts'
import { DAY } from '#app/primitives/time.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/** Deletes audit rows older than `AUDIT_DAYS` in small batches. If `AUDIT_DAYS` is 0, deletes nothing. */
export async function purgeAudit(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'users:write')
  const { auditDays } = ctx.config
  if (!auditDays) return
  const before = new Date(ctx.now().getTime() - auditDays * DAY).toISOString()
  await inBatches(sweeping, (limit) => deleteAuditBefore(ctx.db, before, limit))
}
