import { readFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import type { Logger } from 'pino'

/** From which share of the memory on what can be made again is let go, and nothing new is begun. */
const RELIEF_SHARE = 0.8
const SHORTAGE_SHARE = 0.92
/** How often it is looked, in milliseconds, and how many looks in a row count: garbage is no shortage. */
const CHECK_INTERVAL_MS = 500
const CHECKS_IN_A_ROW = 3

/**
 * Looks whether the process comes near the end of its memory. From 80 % on `relieve` is called, and from 92 % on for one and
 * a half seconds `isShort` is true, until there is room again. `share` says how much of the memory is used, from 0 to 1.
 */
export function startMemoryMonitor({
  relieve,
  log,
  share = usedShare(),
}: {
  relieve: () => void
  log: Pick<Logger, 'warn' | 'info'>
  share?: () => number
}) {
  let looks = { tight: 0, short: 0 }
  let isShort = false
  const look = () => {
    const used = share()
    looks = {
      tight: used >= RELIEF_SHARE ? looks.tight + 1 : 0,
      short: used >= SHORTAGE_SHARE ? looks.short + 1 : 0,
    }
    if (looks.tight === CHECKS_IN_A_ROW) {
      log.warn({ used_percent: Math.round(used * 100) }, 'memory is tight: what can be made again is let go')
      relieve()
    }
    const wasShort = isShort
    isShort = looks.short >= CHECKS_IN_A_ROW || (wasShort && used >= RELIEF_SHARE)
    if (isShort && !wasShort) log.warn({}, 'memory is short: requests are turned away')
    if (wasShort && !isShort) log.info({}, 'there is memory again')
  }
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref()
  return { look, isShort: () => isShort, stop: () => clearInterval(timer) }
}

/** Of the heap that Node may have, or of the memory that the container may have: whichever is nearer to its end. */
function usedShare() {
  const limit = containerLimit()
  return () => {
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
    return Math.max(used / most, limit ? process.memoryUsage.rss() / limit : 0)
  }
}

/** What the container may have, in bytes (Linux, control groups 2); null where nothing is set. */
function containerLimit() {
  try {
    return Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8')) || null
  } catch {
    return null
  }
}
