import { contextFor, type App } from '#app/context.server.ts'
import { purgeThrottles } from '#app/features/automations/throttle.server.ts'
import { runSchedules } from '#app/features/automations/schedule.server.ts'
import { atMostEvery, startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** Intervals for checking schedules, and for purging cooldowns and rate limits, in milliseconds. */
const POLL_MS = 1_000
const PURGE_MS = 60_000

/**
 * Starts the worker that runs scheduled automations. Returns a function that stops the worker and waits for the current
 * pass.
 */
export function startScheduling(app: App): () => Promise<void> {
  const isSwept = atMostEvery(PURGE_MS)
  return startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'schedules',
    every: POLL_MS,
    failureMessage: 'scheduled automations could not run',
    async run(ctx, stopping) {
      const next = await runSchedules(ctx, { stopping })
      if (!stopping() && isSwept(ctx.now())) await purgeThrottles(ctx)
      return next
    },
  })
}
