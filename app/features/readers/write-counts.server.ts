import { contextFor, type App, type Context } from '#app/context.server.ts'
import { addCounts } from '#app/features/readers/store.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { MINUTE } from '#app/primitives/time.ts'

/** Writes the counts since the last call. Counts that cannot be written are kept for the next call. */
export const writeCounts = (ctx: Pick<Context, 'db' | 'readers' | 'now'>): Promise<void> =>
  ctx.readers.flush(ctx.now(), (rows) => addCounts(ctx.db, rows))

/** Writes the counts every minute. Returns a function that stops the worker and writes the remaining counts. */
export function startCountWriter(app: App): () => Promise<void> {
  const ctx = contextFor(app, { kind: 'system' })
  const stop = startBackgroundWorker(ctx, {
    name: 'readers',
    every: MINUTE,
    failureMessage: 'the counts of readers could not be written',
    run: () => writeCounts(ctx),
  })
  return async () => {
    await stop()
    await writeCounts(ctx).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the last counts of readers were not written'),
    )
  }
}
