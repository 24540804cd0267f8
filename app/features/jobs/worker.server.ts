import { contextFor, type App, type Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { clampLeases, expireDeadlines, expireLeases } from '#app/features/jobs/expire-leases.server.ts'
import { makeClockJumpGuard } from '#app/features/jobs/clock-jump-guard.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** Interval between checks for expired leases and missed deadlines, in milliseconds. */
const POLL_MS = 1_000

/**
 * Starts the worker that handles expired leases and missed deadlines. Returns a function that stops the worker and
 * waits for the current pass.
 */
export function startLeaseMaintenance(app: App): () => Promise<void> {
  const lease = app.config.runnerLeaseSeconds * 1_000
  let patience = makeClockJumpGuard(lease)
  return startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'jobs',
    every: POLL_MS,
    failureMessage: 'maintenance of jobs failed',
    run: (ctx, stopping) =>
      tend(ctx, stopping).catch((error: unknown) => {
        // During an outage, runners cannot extend their leases, so the guard starts again, as after a restart.
        if (isOutage(error)) patience = makeClockJumpGuard(lease)
        throw error
      }),
  })

  async function tend(ctx: Context, stopping: () => boolean) {
    await clampLeases(ctx)
    await expireLeases(ctx, { stopping, since: patience(ctx.now().getTime(), performance.now()) })
    await expireDeadlines(ctx, { stopping })
  }
}
