import { readFileSync } from 'node:fs'
import { EVENT_BUDGET_MS } from '#app/features/automations/evaluation/evaluation.ts'

/** Clocks for the elapsed time and the processor time of this thread, in milliseconds. */
type Clocks = { wall: () => number; cpu: () => number }

type Usage = { user: number; system: number }
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }

/** Path of the statistics of the calling thread on Linux, for Node versions without `threadCpuUsage`. */
const SCHEDSTAT_PATH = '/proc/thread-self/schedstat'

export const clocks: Clocks = { wall: () => performance.now(), cpu: cpuClock() }

function cpuClock(): Clocks['cpu'] {
  if (threadCpuUsage) {
    return () => {
      const { user, system } = threadCpuUsage.call(process)
      return (user + system) / 1_000
    }
  }
  const scheduled = () => Number.parseInt(readFileSync(SCHEDSTAT_PATH, 'latin1'), 10) / 1e6
  try {
    if (scheduled() > 0) return scheduled
  } catch {
    // Other systems have no such statistics. The elapsed time is an upper bound.
  }
  return () => performance.now()
}

/**
 * Runs `work` and reports whether the budget was exceeded. Slow work runs a second time and is measured by processor
 * time, because the machine can be busy.
 */
export function runWithinBudget<T>(work: () => T, { wall, cpu }: Clocks = clocks) {
  const began = wall()
  const result = work()
  const took = wall() - began
  if (took <= EVENT_BUDGET_MS) return { result, took, isTooSlow: false }
  const before = cpu()
  work()
  return { result, took, isTooSlow: cpu() - before > EVENT_BUDGET_MS }
}
