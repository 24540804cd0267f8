import type { Context } from '#app/context.server.ts'
import type { CommandRun } from '#app/features/interactions/answer-command.server.ts'
import {
  cooldownOf,
  countFailures,
  recordUses,
  deleteCooldowns,
  startCooldown,
} from '#app/features/interactions/store.server.ts'
import { countRunsInStats as countInStats } from '#app/features/stats/run-counts.server.ts'

/** Maximum number of expired cooldowns to delete in one pass. */
const PURGE_BATCH_SIZE = 1_000

/**
 * Starts the user's cooldown for a command. If a cooldown is already active, returns its end time, otherwise null.
 * Callers authorize first and pass the transaction that records the use.
 */
export async function startUserCooldown(
  ctx: Context,
  { command, events }: CommandRun,
): Promise<string | null> {
  const { id, cooldown_seconds: seconds } = command
  const user = events[0]?.actor?.id
  if (!seconds || !user) return null
  const now = ctx.now()
  const until = new Date(now.getTime() + seconds * 1000).toISOString()
  const row = { command_id: id, user_id: user, until }
  if (await startCooldown(ctx.db, row, now.toISOString())) return null
  return (await cooldownOf(ctx.db, id, user))?.until ?? until
}

/** Adds the runs to the usage counters, with one update for each command. Callers authorize first. */
export async function countCommandRuns(ctx: Context, runs: CommandRun[]): Promise<void> {
  const at = ctx.now().toISOString()
  const byCommand = new Map<string, CommandRun[]>()
  for (const run of runs) byCommand.set(run.command.id, [...(byCommand.get(run.command.id) ?? []), run])
  // Writers use the same order to prevent deadlocks.
  for (const id of [...byCommand.keys()].sort()) {
    const uses = byCommand.get(id)!
    const failures = uses.flatMap(({ failure }) => (failure === null ? [] : [failure]))
    await recordUses(ctx.db, {
      id,
      at,
      uses: uses.length,
      errors: failures.length,
      error: failures.at(-1) ?? null,
    })
  }
}

/** Counts a run whose actions failed later, with the reason. Callers authorize first and lock the guild. */
export async function countFailedRun(
  ctx: Context,
  command: Pick<CommandRun['command'], 'id' | 'guild_id' | 'name'>,
  reason: string,
): Promise<void> {
  await countFailures(ctx.db, {
    id: command.id,
    errors: 1,
    at: ctx.now().toISOString(),
    error: reason.slice(0, 300),
  })
  await countInStats(ctx, [{ guildId: command.guild_id, failedCommand: command.name }])
}

/** Deletes a limited number of expired cooldowns. Callers authorize first. */
export const purgeCooldowns = (ctx: Context) =>
  deleteCooldowns(ctx.db, ctx.now().toISOString(), PURGE_BATCH_SIZE)
