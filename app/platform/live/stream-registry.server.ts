import { Conflict, TryLater } from '#app/errors.ts'

/** Maximum open streams per session and in this process. */
const MAX_PER_SESSION = 5
const MAX_STREAMS = 1_000

/** Creates a registry that limits open streams and ends them at shutdown. */
export function createStreamRegistry({ ofASession = MAX_PER_SESSION, ofAll = MAX_STREAMS } = {}) {
  const open = new Map<symbol, { sessionId: string; end: () => void }>()
  let isDraining = false
  return {
    /**
     * Registers a stream and returns a function that removes it. Throws `Conflict` at the session's limit. Throws
     * `TryLater` at the process's limit and during shutdown.
     */
    add(sessionId: string, end: () => void): () => void {
      if (isDraining) throw new TryLater('unavailable', 'The service is shutting down. Reconnect soon.', 2)
      const own = [...open.values()].filter((one) => one.sessionId === sessionId).length
      if (own >= ofASession)
        throw new Conflict(
          `A session can have ${ofASession} open event streams. Close another stream first.`,
          'too_many_connections',
        )
      if (open.size >= ofAll)
        throw new TryLater('unavailable', 'Too many streams are open. Try again soon.', 30)
      const key = Symbol()
      open.set(key, { sessionId, end })
      return () => void open.delete(key)
    },
    count: () => open.size,
    /** Ends all streams and refuses new streams. */
    drain(): void {
      isDraining = true
      for (const { end } of [...open.values()]) end()
    },
  }
}

export type StreamRegistry = ReturnType<typeof createStreamRegistry>
