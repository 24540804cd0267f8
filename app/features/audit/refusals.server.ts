import { contextFor, type App, type Context } from '#app/context.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { refusalActions, type RefusalCounter } from '#app/features/audit/refusal-counter.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** Interval between writes of refusals, in milliseconds. Each write adds one row per kind of refusal. */
const WRITE_INTERVAL_MS = 60_000

/** Writes an audit row for each kind of refusal since the last call, if any. */
export const writeRefusals = (ctx: Context, refusals: RefusalCounter): Promise<void> =>
  refusals.flush((kind, { count, networks, others }) =>
    recordAudit(ctx, {
      action: refusalActions[kind],
      actor: { kind: 'anonymous', id: null, name: null },
      details: { count, networks: [...networks], ...(others ? { other_networks: true } : {}) },
    }),
  )

/** Writes refusals every minute. Returns a function that stops the writer and writes the remaining refusals. */
export function startRefusalWriter(app: App): () => Promise<void> {
  const ctx = contextFor(app, { kind: 'system' })
  const stop = startBackgroundWorker(ctx, {
    name: 'refusals',
    every: WRITE_INTERVAL_MS,
    failureMessage: 'refusals could not be written to the audit log',
    run: () => writeRefusals(ctx, app.refusalCounter),
  })
  return async () => {
    await stop()
    await writeRefusals(ctx, app.refusalCounter).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the last refusals were not written to the audit log'),
    )
  }
}
