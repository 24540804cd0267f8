import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import {
  EVENT_BUDGET_MS,
  MAX_INSTRUCTIONS,
  type EvaluationFault,
} from '#app/features/automations/evaluation/evaluation.ts'
import { cancelRuns } from '#app/features/jobs/runs/cancel-runs.server.ts'
import { writeAutomation } from '#app/features/automations/store.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'

/** Explains to the guild's managers why conditions were not evaluated. */
export const slowReasons = {
  size: `Its patterns have more than ${MAX_INSTRUCTIONS} instructions. Shorten them, then enable it again.`,
  time: `Its conditions took longer than ${EVENT_BUDGET_MS} ms for one event. Simplify its patterns, then enable it again.`,
  syntax: 'One of its patterns is invalid. Correct it, then enable it again.',
} satisfies Record<EvaluationFault['reason'], string>

type SlowAutomation = { id: string; version: number; name: string; guild_id: string }

/** Disables an automation whose conditions take too long, unless its author has changed it since. */
export async function disableSlowAutomation(
  ctx: Context,
  slow: SlowAutomation,
  reason: EvaluationFault['reason'],
): Promise<void> {
  const { id, version, name, guild_id: guildId } = slow
  const system: Context = { ...ctx, actor: { kind: 'system' } }
  await inTransaction(system, async (inner) => {
    await lockGuilds(inner, [guildId])
    const at = inner.now().toISOString()
    const row = await writeAutomation(
      inner.db,
      { guildId, id, version },
      {
        enabled: 0,
        next_run_at: null,
        stopped_at: at,
        last_error: JSON.stringify({ code: 'too_slow', message: slowReasons[reason], at }),
        updated_at: at,
        updated_by: null,
        updated_by_id: null,
      },
    )
    if (!row) return
    await cancelRuns(inner, { id })
    const details = { guild_id: guildId, changed: ['enabled'], version: row.version, reason: 'too_slow' }
    await recordAudit(inner, {
      action: 'automation.changed',
      target: { kind: 'automation', id, name },
      details,
    })
  })
  ctx.log.warn(
    { automation: id, guild: guildId, reason },
    'an automation was disabled because its conditions take too long',
  )
}
