import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { nextRun } from '#app/features/automations/checks.server.ts'
import { scheduledEvent, triggerScheduled } from '#app/features/automations/trigger.server.ts'
import { withEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import type { Automation } from '#app/features/automations/schema.ts'
import {
  addToCounters,
  dueAutomations,
  nextScheduled,
  reschedule,
} from '#app/features/automations/store.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'

/** How many are looked at together. */
const BATCH = 100
/** How long after its time an automation still runs, in milliseconds. */
const MAX_DELAY_MS = 60 * 60_000

/**
 * Sets off every automation whose time has come, once for each time, whichever instance does it, and says when the next one
 * is due. Times of the last hour that went by while nobody looked are made up for by one run; older ones are missed, and
 * noted where none of the last hour is.
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
  const { trigger } = JSON.parse(definition) as Pick<Automation, 'trigger'>
  const now = ctx.now()
  const at = next_run_at!
  const earliest = new Date(now.getTime() - MAX_DELAY_MS)
  const due = at >= earliest.toISOString() ? at : nextRun(trigger.schedule, earliest)
  const event = due && due <= now.toISOString() ? scheduledEvent(id, guildId, due) : null
  const work = (evaluation: Evaluation) =>
    inTransaction(ctx, async (inner) => {
      if (!(await lockGuilds(inner, [guildId])).size) return
      if (!(await reschedule(inner.db, { id, from: at, to: nextRun(trigger.schedule, now) }))) return
      if (event) await triggerScheduled(inner, { id, event }, evaluation)
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
        message: `It was due at ${due} and did not run: the service was not running then.`,
        at: now().toISOString(),
      }),
    },
  ])
