/** In any second at most `burst + perSecond` pass, which is less than the service takes. */
const usual = { burst: 10, perSecond: 30 }

/** Lets through what is pushed at a bounded pace, in order. */
export type Pace = {
  /** Runs `send` as soon as the pace allows it; `first` puts it before all that waits. */
  push(send: () => void, first?: boolean): void
  /** Forgets what waits. */
  clear(): void
}

/** Makes a pace: a bucket of `burst` that fills with `perSecond`. */
export function makePace({ burst, perSecond } = usual, now = () => performance.now()): Pace {
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
