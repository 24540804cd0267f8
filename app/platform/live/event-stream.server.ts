import { requireUser, type Actor } from '#app/access.ts'
import type { StreamRegistry } from '#app/platform/live/stream-registry.server.ts'

/** Maximum lifetime of a stream in milliseconds. The browser then reconnects, and its session is checked again. */
const LIFETIME_MS = 5 * 60_000

/** Owner and registry of a stream. */
type StreamOwner = { actor: Actor; streamRegistry: StreamRegistry }

/** Server-Sent Events as a response. */
export type EventStream = { type: string; chunks: AsyncIterable<string> }

/** Controls for the writer of a stream. */
export type StreamControl = {
  isClosed: () => boolean
  wake: () => void
  /**
   * Resolves to true after this many idle milliseconds. Resolves to false immediately when the stream is woken or
   * closed.
   */
  isIdleFor: (ms: number) => Promise<boolean>
}

/**
 * Creates a stream that is written as it is read. The stream ends with its lifetime, its session, its reader or the
 * process. Throws like `streams.add` on the first read.
 */
export const eventStream = (
  ctx: StreamOwner,
  write: (waiting: StreamControl) => AsyncGenerator<string, void>,
): EventStream => ({
  type: 'text/event-stream',
  chunks: { [Symbol.asyncIterator]: () => openStream(ctx, write) },
})

/** Opens an iterator that can be ended while it waits, unlike a generator, so that no stream outlives its reader. */
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
