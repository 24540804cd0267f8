import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { AutomationRun } from '#app/features/automations/runs.ts'
import { automationById, countRuns, runsOf } from '#app/features/automations/store.server.ts'

type Asked = { guildId: string; id: string; limit: number; offset: number }

/** The runs of an automation, the newest first. Throws `NotFound`. */
export async function listRuns(ctx: Context, { guildId, id, limit, offset }: Asked) {
  allow(ctx, 'guild:read', guildId)
  const automation = await automationById(ctx.db, guildId, id)
  if (!automation) throw new NotFound('There is no such automation in this guild.')
  const rows = await runsOf(ctx.db, { automationId: id, limit, offset })
  const runs = rows.map((row): AutomationRun => ({
    id: row.id,
    automation_id: row.automation_id,
    event: JSON.parse(row.event) as AutomationRun['event'],
    outcome: row.outcome,
    steps: JSON.parse(row.steps) as AutomationRun['steps'],
    error: row.error ? (JSON.parse(row.error) as AutomationRun['error']) : null,
    started_at: row.started_at,
    finished_at: row.finished_at,
  }))
  return { guild_id: guildId, runs, total: await countRuns(ctx.db, id), limit, offset }
}
