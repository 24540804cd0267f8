import { contextFor, type App } from '#app/context.server.ts'
import { deliverDue, sweepMail } from '#app/features/mail/delivery.server.ts'
import type { Composers } from '#app/features/mail/letter.server.ts'
import { openPost, type Post } from '#app/features/mail/post.server.ts'

/** How often the outbox is looked at without a signal, which may be lost, and how often it is swept, in milliseconds. */
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
  const ctx = contextFor(app, { kind: 'system' })
  let stopping = false
  let sweptAt = -Infinity
  let running: Promise<void> | null = null
  let again = false

  async function round() {
    await deliverDue(ctx, { composers, post, stopping: () => stopping })
    const now = ctx.now().getTime()
    if (stopping || now - sweptAt < SWEEP_EVERY) return
    sweptAt = now
    await sweepMail(ctx)
  }

  /** A call that comes while a round is under way may be about a letter that the round has not seen. */
  function wake() {
    again = true
    running ??= (async () => {
      while (again && !stopping) {
        again = false
        await round().catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'the outbox could not be emptied'),
        )
      }
    })().finally(() => (running = null))
  }

  const unsubscribe = app.signals.subscribe('mail', wake)
  const timer = setInterval(wake, LOOK_EVERY).unref()
  wake()
  return async () => {
    stopping = true
    clearInterval(timer)
    unsubscribe()
    await running
  }
}
