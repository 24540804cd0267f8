import { Conflict, TryLater } from '#app/errors.ts'

/** How many streams a session may have open, and this process in all. */
const MAX_PER_SESSION = 5
const MAX_STREAMS = 1_000

/** Keeps count of the answers that stay open, so that there are not too many, and that a stop need not wait for them. */
export function createStreamRegistry({ ofASession = MAX_PER_SESSION, ofAll = MAX_STREAMS } = {}) {
  const open = new Map<symbol, { sessionId: string; end: () => void }>()
  let isDraining = false
  return {
    /**
     * Registers a stream that `end` ends, and returns the function that removes it. Throws `Conflict` when the session
     * has too many, and `TryLater` when the process has too many or is stopping.
     */
    add(sessionId: string, end: () => void): () => void {
      if (isDraining)
        throw new TryLater('unavailable', 'The service goes away. Connect again in a moment.', 2)
      const own = [...open.values()].filter((one) => one.sessionId === sessionId).length
      if (own >= ofASession)
        throw new Conflict(
          `A session can have ${ofASession} event streams. Close one first.`,
          'too_many_connections',
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

export type StreamRegistry = ReturnType<typeof createStreamRegistry>
