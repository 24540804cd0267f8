import { allow, mayFor } from '#app/access.ts'
import { fromJson } from '#app/primitives/json.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { configWithoutSecrets } from '#app/features/actions/schema.ts'
import { requireAutomation } from '#app/features/automations/automations.server.ts'
import type { AutomationRun, RunStep } from '#app/features/jobs/runs/schema.ts'
import { countRuns, runById, runsOf, type RunRow } from '#app/features/automations/store.server.ts'

type RunsQuery = { guildId: string; id: string }

/** Returns the runs of an automation, newest first. Throws `NotFound`. */
export async function listRuns(
  ctx: Context,
  { guildId, id, limit, offset }: RunsQuery & { limit: number; offset: number },
) {
  allow(ctx, 'guild:read', guildId)
  await requireAutomation(ctx, { guildId, id })
  const rows = await runsOf(ctx.db, { automationId: id, limit, offset })
  const isOpen = mayFor(ctx, 'guild:write', guildId)
  const runs = rows.map((row) => present(row, id, isOpen))
  return { guild_id: guildId, runs, total: await countRuns(ctx.db, id), limit, offset }
}

/** Returns a run of an automation. Throws `NotFound`. */
export async function readRun(
  ctx: Context,
  { guildId, id, runId }: RunsQuery & { runId: string },
): Promise<AutomationRun> {
  allow(ctx, 'guild:read', guildId)
  const row = await runById(ctx.db, id, runId)
  if (row?.guild_id !== guildId)
    throw new NotFound('This automation has no run with this id. Use an id from the list.')
  return present(row, id, mayFor(ctx, 'guild:write', guildId))
}

/** Converts a row to a run. Hides webhook secrets from users without write access. */
function present(row: RunRow, automation_id: string, isOpen: boolean): AutomationRun {
  const steps = parseStored(row.steps) as RunStep[]
  const hidden = (step: RunStep) => ({ ...step, input: configWithoutSecrets(step.type, step.input) })
  return {
    id: row.id,
    automation_id,
    event: parseStored(row.event) as AutomationRun['event'],
    outcome: row.outcome as AutomationRun['outcome'],
    steps: isOpen ? steps : steps.map(hidden),
    error: fromJson(row.error),
    started_at: row.started_at,
    finished_at: row.finished_at,
  }
}
