import { contextFor, type App } from '#app/context.server.ts'
import { sweepGuards } from '#app/features/automations/throttle.server.ts'
import { runSchedules } from '#app/features/automations/schedule.server.ts'
import { nowAndThen, startRounds } from '#app/platform/process/background-worker.server.ts'

/** Intervals in milliseconds: check schedules, purge cooldowns and rate limits. */
const LOOK_EVERY = 1_000
const SWEEP_EVERY = 60_000

/** Starts the worker that runs scheduled automations. Returns a function that stops it and waits for the current pass. */
export function startScheduling(app: App): () => Promise<void> {
  const isSwept = nowAndThen(SWEEP_EVERY)
  return startRounds(contextFor(app, { kind: 'system' }), {
    name: 'schedules',
    every: LOOK_EVERY,
    failed: 'scheduled automations could not be run',
    async round(ctx, stopping) {
      const next = await runSchedules(ctx, { stopping })
      if (!stopping() && isSwept(ctx.now())) await sweepGuards(ctx)
      return next
    },
  })
}
