import { contextFor, type App } from '#app/context.server.ts'
import { deliverDeferred } from '#app/features/interactions/delivery.server.ts'
import { nowAndThen, startRounds } from '#app/platform/process/background-worker.server.ts'
import { sweepCooldowns } from '#app/features/interactions/usage.server.ts'

/** How often answers are looked for, and cooldowns swept, in milliseconds. */
const LOOK_EVERY = 5_000
const SWEEP_EVERY = 60_000

/**
 * Gives deferred answers from now on: at once what waits, whenever a signal says that there is one, and when one is due
 * again. Returns what stops it, which resolves when the answers in hand are settled.
 */
export function startAnswering(app: App): () => Promise<void> {
  const isSwept = nowAndThen(SWEEP_EVERY)
  return startRounds(contextFor(app, { kind: 'system' }), {
    name: 'deferred_answers',
    every: LOOK_EVERY,
    topic: 'deferred',
    failed: 'deferred answers could not be given',
    async round(ctx, isStopping) {
      const { next } = await deliverDeferred(ctx, { stopping: isStopping })
      if (!isStopping() && isSwept(ctx.now())) await sweepCooldowns(ctx)
      return next
    },
  })
}
