/** The most messages that may be owed at once, so that what a runner saves up stays bounded. */
const MAX_DEBT = 4_000

/**
 * Bounds how fast a socket may speak: `perSecond` messages, one second’s worth at once. What it says because it was asked
 * to, as the answers to a job are, does not count: each `owe` allows that many more.
 */
export function createThrottle(perSecond: number) {
  let left = perSecond
  let owed = 0
  let at = performance.now()
  return {
    owe: (messages: number) => void (owed = Math.min(MAX_DEBT, owed + messages)),
    /** False when one more is too many. */
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
