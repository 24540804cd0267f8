import { contextFor, type App, type Context } from '#app/context.server.ts'
import { isOutage } from '#app/db/outage.server.ts'
import { sweepGuards } from '#app/features/automations/guard.server.ts'
import { runSchedules } from '#app/features/automations/schedule.server.ts'
import { clampLeases, sweepDeadlines, sweepLeases } from '#app/features/jobs/sweep.server.ts'
import { makePatience } from '#app/features/jobs/patience.ts'
import { nowAndThen, startRounds } from '#app/rounds.server.ts'

/** How often it is looked for what is over, and how often guards are swept, in milliseconds. */
const LOOK_EVERY = 1_000
const SWEEP_EVERY = 60_000

/**
 * Looks after jobs and schedules from now on: ends leases and deadlines that are over, and sets off what is due by the
 * clock. Returns what stops it, which resolves when the round in hand is over.
 */
export function startTending(app: App): () => Promise<void> {
  const lease = app.config.runnerLeaseSeconds * 1_000
  let patience = makePatience(lease)
  const isSwept = nowAndThen(SWEEP_EVERY)
  return startRounds(contextFor(app, { kind: 'system' }), {
    name: 'jobs',
    every: LOOK_EVERY,
    failed: 'jobs could not be tended',
    round: (ctx, stopping) =>
      tend(ctx, stopping).catch((error: unknown) => {
        // What runners had to say was not heard either, as before a start.
        if (isOutage(error)) patience = makePatience(lease)
        throw error
      }),
  })

  async function tend(ctx: Context, stopping: () => boolean) {
    await clampLeases(ctx)
    await sweepLeases(ctx, { stopping, since: patience(ctx.now().getTime(), performance.now()) })
    await sweepDeadlines(ctx, { stopping })
    const next = await runSchedules(ctx, { stopping })
    if (!stopping() && isSwept(ctx.now())) await sweepGuards(ctx)
    return next
  }
}
