import { contextFor, type App, type Context } from '#app/context.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { refusalActions, type RefusalCounter } from '#app/features/audit/refusal-counter.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** How often refusals are written, in milliseconds: one row for each kind, however many there were. */
const WRITE_INTERVAL_MS = 60_000

/** Writes an audit row for each kind of refusal since the last call, and none when there was no refusal. */
export const writeRefusals = (ctx: Context, refusals: RefusalCounter): Promise<void> =>
  refusals.flush((kind, { count, networks, others }) =>
    recordAudit(ctx, {
      action: refusalActions[kind],
      actor: { kind: 'anonymous', id: null, name: null },
      details: { count, networks: [...networks], ...(others ? { other_networks: true } : {}) },
    }),
  )

/** Writes refusals every minute. Returns what stops it, which writes the remaining ones. */
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
