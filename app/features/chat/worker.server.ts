import { contextFor, type App } from '#app/context.server.ts'
import { drainWriting } from '#app/features/chat/answer.server.ts'
import { endLost } from '#app/features/chat/finalize.server.ts'
import { startRounds } from '#app/platform/process/background-worker.server.ts'

/** How often an instance looks for answers that lost their writer, in milliseconds. */
const LOOK_EVERY = 10_000

/**
 * Ends answers whose writer has died, from now on. Returns what stops it and the answers that this process writes: those that
 * do not end by themselves in a moment are ended as interrupted.
 */
export function startChat(app: App): () => Promise<void> {
  const ctx = contextFor(app, { kind: 'system' })
  const stop = startRounds(ctx, {
    name: 'chat',
    every: LOOK_EVERY,
    failed: 'answers that lost their writer could not be ended',
    round: () => endLost(ctx),
  })
  return async () => {
    await Promise.all([stop(), drainWriting(ctx)])
  }
}
