/** Maximum credit that a runner can accumulate. */
const MAX_DEBT = 4_000

/**
 * Creates a rate limiter of `perSecond` messages with a burst of one second. `owe` allows additional expected messages,
 * such as job results.
 */
export function createThrottle(perSecond: number) {
  let left = perSecond
  let owed = 0
  let at = performance.now()
  return {
    owe: (messages: number) => void (owed = Math.min(MAX_DEBT, owed + messages)),
    /** Returns false if the message exceeds the limit. */
    take() {
      const now = performance.now()
      left = Math.min(perSecond, left + ((now - at) * perSecond) / 1_000)
      at = now
      if (left >= 1) left -= 1
      else if (owed > 0) owed -= 1
      else return false
      return true
    },
  }
}
