import type { Context } from '#app/context.server.ts'
import { whenCommitted } from '#app/db/transaction.server.ts'
import { countAutomations, type RunRow } from '#app/features/automations/run-store.server.ts'
import type { BegunRun } from '#app/features/automations/start.server.ts'
import { countFailedRun } from '#app/features/commands/uses.server.ts'
import { finishDeferred, sendDeferred } from '#app/features/interactions/deferred.server.ts'
import { countRuns } from '#app/features/stats/run-counts.server.ts'

/** Does what belongs to the end of runs: their counters, and the answers that wait for them. Those that go on are left alone. */
export async function finishRuns(ctx: Context, runs: BegunRun[]): Promise<void> {
  const ended = runs.filter(({ progress }) => progress.outcome !== 'running')
  await countEnds(
    ctx,
    ended.flatMap(({ run }) => (run.automation_id ? [run] : [])),
  )
  for (const { run, progress } of ended) if (run.command_id) await answer(ctx, run, progress)
}

/** Takes the end of a run back that goes on after all. */
export async function unfinishRun(ctx: Context, { automation_id, outcome }: RunRow): Promise<void> {
  if (!automation_id || outcome !== 'failed') return
  await countAutomations(ctx.db, [{ ...nothing, id: automation_id, failures: -1 }])
}

const nothing = { runs: 0, successes: 0, failures: 0, triggered_at: null, outcome: null, error: null }

async function countEnds(ctx: Context, runs: RunRow[]) {
  const counts = new Map<string, Parameters<typeof countAutomations>[1][number]>()
  for (const { automation_id, outcome, error } of runs) {
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
  if (sorted.length) await countAutomations(ctx.db, sorted)
  await countRuns(
    ctx,
    runs.map(({ guild_id, outcome }) => ({ guildId: guild_id, errors: Number(outcome === 'failed') })),
  )
}

const STOPPED = 'Somebody stopped it.'

async function answer(ctx: Context, run: RunRow, progress: BegunRun['progress']) {
  const reason = progress.outcome === 'failed' ? progress.error.message : STOPPED
  const outcome =
    progress.outcome === 'succeeded'
      ? { status: 'succeeded' as const }
      : { status: 'failed' as const, reason }
  if (progress.outcome === 'failed') {
    await countFailedRun(ctx, { id: run.command_id!, guild_id: run.guild_id, name: run.name }, reason)
  }
  // Whoever ends a run may do so: the answer is part of its end.
  const own = { ...ctx, actor: { kind: 'system' as const } }
  if (await finishDeferred(own, { interactionId: run.event_id, outcome })) {
    whenCommitted(ctx, 'deferred', () => sendDeferred(ctx))
  }
}
