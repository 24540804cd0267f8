import { mayFor } from '#app/access.ts'
import { fromJson } from '#app/primitives/json.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { invalidField, NotFound } from '#app/errors.ts'
import { configWithoutSecrets } from '#app/features/actions/schema.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import type { ListedRun, RunsQuery } from '#app/features/automations/runs/runs.ts'
import { requireAutomation } from '#app/features/automations/automations.server.ts'
import type { AutomationRun, RunStep } from '#app/features/jobs/runs/schema.ts'
import {
  countRuns,
  guildRun,
  guildRuns,
  runById,
  runsOf,
  type RunRow,
} from '#app/features/automations/store.server.ts'

type RunsOf = { guildId: string; id: string }

/** Returns the runs of an automation, newest first. Throws `NotFound`. */
export async function listRuns(
  ctx: Context,
  { guildId, id, limit, offset }: RunsOf & { limit: number; offset: number },
) {
  await allowGuild(ctx, 'guild:read', guildId)
  await requireAutomation(ctx, { guildId, id })
  const rows = await runsOf(ctx.db, { automationId: id, limit, offset })
  const isOpen = mayFor(ctx, 'guild:write', guildId)
  const runs = rows.map((row) => present(row, id, isOpen))
  return { guild_id: guildId, runs, total: await countRuns(ctx.db, id), limit, offset }
}

/**
 * Lists the runs of a guild's automations, by default newest first. Throws `NotFound` for an unknown guild, and `Invalid`
 * if `before` is not a run of the guild.
 */
export async function listGuildRuns(
  ctx: Context,
  { guildId, ...query }: { guildId: string } & RunsQuery,
): Promise<{ runs: ListedRun[]; next_before: string | null }> {
  await allowGuild(ctx, 'guild:read', guildId)
  const after = query.before === undefined ? undefined : await guildRun(ctx.db, guildId, query.before)
  if (query.before !== undefined && !after)
    throw invalidField('before', 'This run does not exist or was deleted. Use the id of an existing run.')
  const { rows, next_before } = await guildRuns(ctx.db, { guildId, ...query }, after)
  return { runs: rows.map(listed), next_before }
}

function listed(row: RunRow): ListedRun {
  const { id, automation_id, name, outcome, error, started_at, finished_at } = row
  const { type, actor } = parseStored(row.event) as AutomationRun['event']
  const steps = parseStored(row.steps) as RunStep[]
  return {
    id,
    automation_id: automation_id!,
    name,
    event: { type, actor },
    outcome: outcome as AutomationRun['outcome'],
    succeeded: steps.filter((step) => step.outcome === 'succeeded').length,
    steps: steps.length,
    error: fromJson(error),
    started_at,
    finished_at,
  }
}

/** Returns a run of an automation. Throws `NotFound`. */
export async function readRun(
  ctx: Context,
  { guildId, id, runId }: RunsOf & { runId: string },
): Promise<AutomationRun> {
  await allowGuild(ctx, 'guild:read', guildId)
  const row = await runById(ctx.db, id, runId)
  if (row?.guild_id !== guildId)
    throw new NotFound('This automation has no run with this id. Use an id from the list.')
  return present(row, id, mayFor(ctx, 'guild:write', guildId))
}

/** Returns the id and the start of a run of an automation, or undefined if there is none. */
export async function findRun(ctx: Context, { guildId, id, runId }: RunsOf & { runId: string }) {
  await allowGuild(ctx, 'guild:read', guildId)
  const row = await runById(ctx.db, id, runId)
  return row?.guild_id === guildId ? { id: row.id, at: row.started_at } : undefined
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
