import { contextFor, type App } from '#app/context.server.ts'
import { deliverDue, sweepMail } from '#app/features/mail/delivery.server.ts'
import type { Composers } from '#app/features/mail/email.server.ts'
import { openPost, type Post } from '#app/features/mail/transport.server.ts'
import { nowAndThen, startRounds } from '#app/platform/process/background-worker.server.ts'

/** How often the outbox is looked at, and swept, in milliseconds. */
const LOOK_EVERY = 15_000
const SWEEP_EVERY = 60 * 60_000

/**
 * Sends letters from now on: at once what waits, then whenever a signal says that there is one, and every fifteen seconds.
 * Returns what stops it, which resolves when the letters in hand are settled.
 */
export function startMailing(
  app: App,
  composers: Composers,
  post: Post = openPost(app.config),
): () => Promise<void> {
  const isSwept = nowAndThen(SWEEP_EVERY)
  return startRounds(contextFor(app, { kind: 'system' }), {
    name: 'mail',
    every: LOOK_EVERY,
    topic: 'mail',
    failed: 'the outbox could not be emptied',
    async round(ctx, isStopping) {
      await deliverDue(ctx, { composers, post, stopping: isStopping })
      if (!isStopping() && isSwept(ctx.now())) await sweepMail(ctx)
    },
  })
}
