/** Minimum and maximum delay before a retry, in milliseconds. */
export type Delays = { least: number; most: number }
const defaultDelays: Delays = { least: 500, most: 30_000 }

/**
 * Returns the milliseconds before retry `n`, counted from 0. The delay is random between the minimum and a bound that
 * doubles each time (full jitter).
 */
export function backoffDelay(
  n: number,
  { least, most }: Delays = defaultDelays,
  random = Math.random,
): number {
  const bound = Math.min(most, least * 2 ** Math.min(n + 1, 30))
  return least + random() * Math.max(0, bound - least)
}

/** Returns the reason for a refused upgrade, and the minimum delay in milliseconds. */
export function upgradeRefusal(status: number, retryAfter?: string): [reason: string, least: number] {
  // The service closes the sockets of dead processes within 40 seconds.
  if (status === 409) return ['this token has the maximum number of sockets: stop another process', 15_000]
  const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return [`the service returned ${status}`, seconds * 1_000]
}

/** Default limit: at most `burst + perSecond` messages in any second, which is below the limit of the service. */
const defaultRate = { burst: 10, perSecond: 30 }

/** Queue that sends in order at a limited rate. */
type Throttle = {
  /** Runs `send` as soon as the rate allows. `first` puts the call at the front of the queue. */
  push(send: () => void, first?: boolean): void
  /** Returns the number of calls that wait. */
  size(): number
  clear(): void
}

/** Creates a token bucket of `burst` that refills at `perSecond`. */
export function createThrottle({ burst, perSecond } = defaultRate, now = () => performance.now()): Throttle {
  const waiting: (() => void)[] = []
  let left = burst
  let at = now()
  let timer: NodeJS.Timeout | undefined

  function flush() {
    timer = undefined
    const time = now()
    left = Math.min(burst, left + ((time - at) * perSecond) / 1000)
    at = time
    while (waiting.length && left >= 1) {
      left -= 1
      waiting.shift()!()
    }
    if (waiting.length) timer ??= setTimeout(flush, ((1 - left) * 1000) / perSecond)
  }

  return {
    push(send, first = false) {
      if (first) waiting.unshift(send)
      else waiting.push(send)
      if (!timer) flush()
    },
    size: () => waiting.length,
    clear() {
      waiting.length = 0
      clearTimeout(timer)
      timer = undefined
    },
  }
}

export type HeartbeatTimeout = ReturnType<typeof createHeartbeatTimeout>

/**
 * Calls `silent` after `patience` milliseconds without a message, once pending input is read. `heard` restarts the
 * timer, and `stop` cancels the timer.
 */
export function createHeartbeatTimeout(patience: number, silent: () => void) {
  let times = 0
  let stopped = false
  const timer = setTimeout(() => {
    const before = times
    setImmediate(() => times === before && !stopped && silent())
  }, patience)
  return {
    heard() {
      times += 1
      if (!stopped) timer.refresh()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
