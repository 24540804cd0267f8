import { readFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import type { Logger } from 'pino'

/** Fractions of memory in use at which caches are cleared and new requests are refused. */
const RELIEF_SHARE = 0.8
const SHORTAGE_SHARE = 0.92
/**
 * Milliseconds between checks, and number of consecutive checks that indicate a shortage. Garbage can cause isolated
 * peaks.
 */
const CHECK_INTERVAL_MS = 500
const CHECKS_IN_A_ROW = 3

/**
 * Monitors memory use. Calls `relieve` from 80%. Sets `isShort` after 1.5 seconds above 92%, until memory is free
 * again. `share` returns the fraction of memory in use, from 0 to 1.
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
      log.warn({ used_percent: Math.round(used * 100) }, 'memory is low: caches are cleared')
      relieve()
    }
    const wasShort = isShort
    isShort = looks.short >= CHECKS_IN_A_ROW || (wasShort && used >= RELIEF_SHARE)
    if (isShort && !wasShort) log.warn({}, 'memory is very low: requests are rejected')
    if (wasShort && !isShort) log.info({}, 'memory is sufficient again')
  }
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref()
  return { look, isShort: () => isShort, stop: () => clearInterval(timer) }
}

/**
 * Returns a function that measures the fraction of memory in use, against the heap limit or the container limit,
 * whichever is higher.
 */
function usedShare() {
  const limit = containerLimit()
  return () => {
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
    return Math.max(used / most, limit ? process.memoryUsage.rss() / limit : 0)
  }
}

/** Returns the container's memory limit in bytes (Linux, cgroups v2), or null. */
function containerLimit() {
  try {
    return Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8')) || null
  } catch {
    return null
  }
}
