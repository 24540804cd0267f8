import { contextFor, type App, type Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { clampLeases, sweepDeadlines, sweepLeases } from '#app/features/jobs/expire-leases.server.ts'
import { makePatience } from '#app/features/jobs/clock-jump-guard.ts'
import { startRounds } from '#app/platform/process/background-worker.server.ts'

/** How often expired leases and deadlines are looked for, in milliseconds. */
const LOOK_EVERY = 1_000

/** Starts the worker that ends expired leases and deadlines. Returns a function that stops it and waits for the current pass. */
export function startTending(app: App): () => Promise<void> {
  const lease = app.config.runnerLeaseSeconds * 1_000
  let patience = makePatience(lease)
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
  }
}
