import { contextFor, type App } from '#app/context.server.ts'
import { drainAnswers } from '#app/features/chat/answer.server.ts'
import { finalizeLost } from '#app/features/chat/finalize.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** How often an instance looks for answers that lost their writer, in milliseconds. */
const POLL_INTERVAL_MS = 10_000

/**
 * Ends answers whose writer has died, from now on. Returns what stops it and the answers that this process writes: those that
 * do not end by themselves in a moment are ended as interrupted.
 */
export function startChat(app: App): () => Promise<void> {
  const ctx = contextFor(app, { kind: 'system' })
  const stop = startBackgroundWorker(ctx, {
    name: 'chat',
    every: POLL_INTERVAL_MS,
    failureMessage: 'answers that lost their writer could not be ended',
    run: () => finalizeLost(ctx),
  })
  return async () => {
    await Promise.all([stop(), drainAnswers(ctx)])
  }
}
