import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { nextRun } from '#app/features/automations/checks.server.ts'
import { scheduledEvent, triggerOne } from '#app/features/automations/trigger.server.ts'
import { withEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import {
  addToCounters,
  dueAutomations,
  nextScheduled,
  reschedule,
} from '#app/features/automations/store.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'

/** Maximum number of due automations per query. */
const BATCH = 100
/** Maximum delay after the scheduled time of a run, in milliseconds. */
const MAX_DELAY_MS = 60 * 60_000

/**
 * Runs each due automation once per scheduled time across instances. Returns the next due time. Times missed in the
 * last hour share one run. If all missed times are older, the run is skipped and the skip is recorded.
 */
export async function runSchedules(ctx: Context, { stopping }: { stopping?: () => boolean } = {}) {
  allow(ctx, 'jobs:give')
  for (;;) {
    const due = stopping?.() ? [] : await dueAutomations(ctx.db, ctx.now().toISOString(), BATCH)
    for (const one of due) await runScheduled(ctx, one)
    if (due.length < BATCH) return nextScheduled(ctx.db)
  }
}

type Due = Awaited<ReturnType<typeof dueAutomations>>[number]

async function runScheduled(ctx: Context, { id, guild_id: guildId, definition, next_run_at }: Due) {
  const { trigger } = fromJson(definition)
  const now = ctx.now()
  const at = next_run_at!
  const earliest = new Date(now.getTime() - MAX_DELAY_MS)
  const due = at >= earliest.toISOString() ? at : nextRun(trigger.schedule, earliest)
  const event = due && due <= now.toISOString() ? scheduledEvent(id, guildId, due) : null
  const work = (evaluation: Evaluation) =>
    inTransaction(ctx, async (inner) => {
      if (!(await lockGuilds(inner, [guildId])).size) return
      if (!(await reschedule(inner.db, { id, from: at, to: nextRun(trigger.schedule, now) }))) return
      if (event) await triggerOne(inner, { id, event }, evaluation)
      else await logMissedRun(inner, id, at)
    })
  await withEvaluation(ctx, event ? [event] : [], work, { only: id })
}

const logMissedRun = ({ db, now }: Context, id: string, due: string) =>
  addToCounters(db, [
    {
      id,
      runs: 0,
      successes: 0,
      failures: 0,
      triggered_at: null,
      outcome: null,
      error: JSON.stringify({
        code: 'missed',
        message: `The run due on ${formatTimestamp(due)} was skipped because the service was not running at that time.`,
        at: now().toISOString(),
      }),
    },
  ])
