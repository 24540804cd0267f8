import { setImmediate as breathe } from 'node:timers/promises'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteAuditBefore } from '#app/features/audit/store.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** How many go in one statement. */
const BATCH = 500

/** Deletes what is in the audit log for longer than `AUDIT_DAYS`; nothing when that is 0. Works in small steps. */
export async function sweepAudit(
  ctx: Context,
  { stopping }: { stopping?: () => boolean } = {},
): Promise<void> {
  allow(ctx, 'users:write')
  const { auditDays } = ctx.config
  if (!auditDays) return
  const before = new Date(ctx.now().getTime() - auditDays * DAY).toISOString()
  while (!stopping?.() && (await deleteAuditBefore(ctx.db, before, BATCH)) === BATCH) await breathe()
}
