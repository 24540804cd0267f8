import { requireUser, type Actor } from '#app/access.ts'
import type { StreamRegistry } from '#app/platform/live/stream-registry.server.ts'

/** How long a stream lasts, in milliseconds: then the browser connects again, and its session is looked at anew. */
const LIFETIME_MS = 5 * 60_000

/** Owner and registry of a stream. */
type StreamOwner = { actor: Actor; streamRegistry: StreamRegistry }

/** Server-Sent Events as an answer. */
export type EventStream = { type: string; chunks: AsyncIterable<string> }

/** What the one who writes a stream is given: how to wait, how to be woken, and whether there is still anybody. */
export type StreamControl = {
  isClosed: () => boolean
  wake: () => void
  /** Resolves at once when it is woken or over, with false; and with true when nothing happened for so many milliseconds. */
  isIdleFor: (ms: number) => Promise<boolean>
}

/**
 * A stream that is written as it is read, counted among those of the session. It ends by itself, with the session, when the
 * process goes away, and when its reader has gone. Refuses as `streams.add` does, when it is first read.
 */
export const eventStream = (
  ctx: StreamOwner,
  write: (waiting: StreamControl) => AsyncGenerator<string, void>,
): EventStream => ({
  type: 'text/event-stream',
  chunks: { [Symbol.asyncIterator]: () => openStream(ctx, write) },
})

/** What is ended from outside while it waits, as a generator cannot be, so that nothing stays open for who has gone. */
function openStream(
  ctx: StreamOwner,
  write: (waiting: StreamControl) => AsyncGenerator<string, void>,
): AsyncIterator<string> {
  let isOver = false
  let wakes = () => {}
  const end = () => {
    isOver = true
    wakes()
  }
  const waiting: StreamControl = {
    isClosed: () => isOver,
    wake: () => wakes(),
    isIdleFor: (ms) =>
      new Promise<boolean>((resolve) => {
        if (isOver) return resolve(false)
        const timer = setTimeout(() => resolve(true), ms).unref()
        wakes = () => {
          clearTimeout(timer)
          resolve(false)
        }
      }),
  }
  async function* counted(): AsyncGenerator<string, void> {
    const forget = ctx.streamRegistry.add(requireUser(ctx).sessionId, end)
    const timer = setTimeout(end, LIFETIME_MS).unref()
    try {
      yield* write(waiting)
    } finally {
      clearTimeout(timer)
      forget()
    }
  }
  const pieces = counted()
  return {
    next: () => pieces.next(),
    return() {
      end()
      return pieces.return()
    },
  }
}
