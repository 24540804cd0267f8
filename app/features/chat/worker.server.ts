import { contextFor, type App } from '#app/context.server.ts'
import { drainAnswers } from '#app/features/chat/answer.server.ts'
import { finalizeLost } from '#app/features/chat/finalize.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** Interval between checks for answers without a writer, in milliseconds. */
const POLL_INTERVAL_MS = 10_000

/**
 * Starts the worker that ends answers whose writer has crashed. Returns a function that stops the worker, waits
 * briefly, and ends this process's answers as interrupted.
 */
export function startChat(app: App): () => Promise<void> {
  const ctx = contextFor(app, { kind: 'system' })
  const stop = startBackgroundWorker(ctx, {
    name: 'chat',
    every: POLL_INTERVAL_MS,
    failureMessage: 'interrupted answers of the chat could not be finished',
    run: () => finalizeLost(ctx),
  })
  return async () => {
    await Promise.all([stop(), drainAnswers(ctx)])
  }
}
