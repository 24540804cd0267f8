/** In milliseconds: the least and the most that is waited before something is tried again. */
export type Delays = { least: number; most: number }
const defaultDelays: Delays = { least: 500, most: 30_000 }

/** Milliseconds before try `n`, from 0: anything between the least and a bound that doubles each time (full jitter). */
export function backoffDelay(
  n: number,
  { least, most }: Delays = defaultDelays,
  random = Math.random,
): number {
  const bound = Math.min(most, least * 2 ** Math.min(n + 1, 30))
  return least + random() * Math.max(0, bound - least)
}

/** Returns why an upgrade was refused, and how long to wait at least, in milliseconds. */
export function upgradeRefusal(status: number, retryAfter?: string): [reason: string, least: number] {
  // Sockets whose process has died are closed within 40 seconds.
  if (status === 409)
    return ['this token already has the maximum number of sockets; stop another process', 15_000]
  const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return [`the service returned ${status}`, seconds * 1_000]
}

/** In any second at most `burst + perSecond` pass, which is less than the service takes. */
const defaultRate = { burst: 10, perSecond: 30 }

/** Lets through what is pushed at a bounded pace, in order. */
type Throttle = {
  /** Runs `send` as soon as the pace allows it; `first` puts it before all that waits. */
  push(send: () => void, first?: boolean): void
  /** Forgets what waits. */
  clear(): void
}

/** Makes a pace: a bucket of `burst` that fills with `perSecond`. */
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
    clear() {
      waiting.length = 0
      clearTimeout(timer)
      timer = undefined
    },
  }
}

export type HeartbeatTimeout = ReturnType<typeof createHeartbeatTimeout>

/**
 * Calls `silent` when nothing was heard for so many milliseconds. We may be late ourselves: what has arrived in the
 * meantime is read first. `heard` begins the time anew, `stop` ends it.
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
