import type { Context } from '#app/context.server.ts'
import type { BegunRun } from '#app/features/jobs/runs/start-runs.server.ts'
import { addToCounters, type Counts } from '#app/features/automations/store.server.ts'
import { countRuns } from '#app/features/stats/run-counts.server.ts'

const nothing = { runs: 0, successes: 0, failures: 0, triggered_at: null, outcome: null, error: null }

/** Counts ended runs in their automations and in the statistics. Runs in a transaction that holds the guilds. */
export async function countEndedRuns(ctx: Context, ended: BegunRun[]): Promise<void> {
  const counts = new Map<string, Counts>()
  for (const { run } of ended) {
    const { automation_id, outcome, error } = run
    const count = counts.get(automation_id!) ?? { ...nothing, id: automation_id! }
    counts.set(automation_id!, {
      ...count,
      successes: count.successes + Number(outcome === 'succeeded'),
      failures: count.failures + Number(outcome === 'failed'),
      outcome: outcome === 'cancelled' ? count.outcome : outcome,
      error: error ?? count.error,
    })
  }
  // One order for every writer, so that two of them cannot wait for each other.
  const sorted = [...counts.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  if (sorted.length) await addToCounters(ctx.db, sorted)
  await countRuns(
    ctx,
    ended.map(({ run }) => ({ guildId: run.guild_id, errors: Number(run.outcome === 'failed') })),
  )
}

/** Takes a failure back from the counters of an automation: the run that had ended with it goes on. */
export async function uncountEndedRun(
  { db }: Context,
  { automation_id, outcome }: BegunRun['run'],
): Promise<void> {
  if (outcome === 'failed') await addToCounters(db, [{ ...nothing, id: automation_id!, failures: -1 }])
}
