import { TryLater } from '#app/errors.ts'

/** How many streams a session may have open, and this process in all. */
const OF_A_SESSION = 5
const OF_ALL = 1_000

/** Keeps count of the answers that stay open, so that there are not too many, and that a stop need not wait for them. */
export function makeStreams({ ofASession = OF_A_SESSION, ofAll = OF_ALL } = {}) {
  const open = new Map<symbol, { sessionId: string; end: () => void }>()
  let isDraining = false
  return {
    /**
     * Notes a stream that `end` ends; returns what forgets it once it has ended. Throws `TryLater` when there are too many,
     * and while the process goes away.
     */
    add(sessionId: string, end: () => void): () => void {
      if (isDraining)
        throw new TryLater('unavailable', 'The service goes away. Connect again in a moment.', 2)
      const own = [...open.values()].filter((one) => one.sessionId === sessionId).length
      if (own >= ofASession)
        throw new TryLater(
          'rate_limited',
          `A session has at most ${ofASession} streams. Close one first.`,
          15,
        )
      if (open.size >= ofAll) throw new TryLater('unavailable', 'Too many streams are open here.', 30)
      const key = Symbol()
      open.set(key, { sessionId, end })
      return () => void open.delete(key)
    },
    /** How many are open. */
    count: () => open.size,
    /** Ends every stream, and lets nobody open another. */
    drain(): void {
      isDraining = true
      for (const { end } of [...open.values()]) end()
    },
  }
}

export type Streams = ReturnType<typeof makeStreams>
