export type Silence = ReturnType<typeof watchSilence>

/**
 * Calls `silent` when nothing was heard for so many milliseconds. We may be late ourselves: what has arrived in the
 * meantime is read first. `heard` begins the time anew, `stop` ends it.
 */
export function watchSilence(patience: number, silent: () => void) {
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
