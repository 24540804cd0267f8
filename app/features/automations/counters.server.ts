import type { Context } from '#app/context.server.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'
import { addToCounters, type Counts } from '#app/features/automations/store.server.ts'
import { endFailedCooldowns } from '#app/features/automations/throttle.server.ts'
import { countRunsInStats } from '#app/features/stats/run-counts.server.ts'

const zeroCounts = { runs: 0, successes: 0, failures: 0, triggered_at: null, outcome: null, error: null }

/**
 * Adds ended runs to their automations' counters and to the statistics, and ends the cooldowns of failed manual runs.
 * Must be called in a transaction that has locked the guilds.
 */
export async function countEndedRuns(ctx: Context, ended: StartedRun[]): Promise<void> {
  const counts = new Map<string, Counts>()
  for (const { run } of ended) {
    const { automation_id, outcome, error } = run
    const count = counts.get(automation_id!) ?? { ...zeroCounts, id: automation_id! }
    counts.set(automation_id!, {
      ...count,
      successes: count.successes + Number(outcome === 'succeeded'),
      failures: count.failures + Number(outcome === 'failed'),
      outcome: outcome === 'cancelled' ? count.outcome : outcome,
      error: outcome === 'succeeded' ? error : (error ?? count.error),
    })
  }
  // All writers use the same order to prevent deadlocks.
  const sorted = [...counts.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  if (sorted.length) await addToCounters(ctx.db, sorted)
  await endFailedCooldowns(ctx, ended)
  await countRunsInStats(
    ctx,
    ended.map(({ run }) => ({ guildId: run.guild_id, errors: Number(run.outcome === 'failed') })),
  )
}

/** Removes a failure from an automation's counters when its failed run resumes. */
export async function uncountEndedRun(
  { db }: Context,
  { automation_id, outcome }: StartedRun['run'],
): Promise<void> {
  if (outcome === 'failed') await addToCounters(db, [{ ...zeroCounts, id: automation_id!, failures: -1 }])
}
