import type { Logger } from 'pino'
import type { Metrics } from '#app/platform/log/metrics.server.ts'
import type { Signals, Topic } from '#app/platform/signals/types.ts'

/** Minimum delay in milliseconds before a scheduled run. */
const MIN_DELAY_MS = 50

/** Parts of the context that the worker loop uses. */
type WorkerServices = { signals: Signals; log: Logger; now: () => Date; metrics: Metrics }

type WorkerOptions<C> = {
  /** Label in the metrics. */
  name: string
  /** Interval in milliseconds between runs without a signal, because signals can be lost. */
  every: number
  /** Signal that there is work. */
  topic?: Topic
  failureMessage: string
  /** Does the due work. Can return the ISO time of the next run, if that time is before the next interval. */
  run(ctx: C, isStopping: () => boolean): Promise<string | null | void>
}

/**
 * Starts a worker that runs immediately, on each signal and at an interval, never concurrently. Returns a stop function
 * that resolves after the current run.
 */
export const startBackgroundWorker = <C extends WorkerServices>(
  ctx: C,
  rounds: WorkerOptions<C>,
): (() => Promise<void>) => createBackgroundWorker(ctx, rounds).stop

/** Creates a worker like `startBackgroundWorker`, with a `wake` method that runs it immediately. */
export function createBackgroundWorker<C extends WorkerServices>(
  ctx: C,
  { name, every, topic, failureMessage, run }: WorkerOptions<C>,
) {
  let stopping = false
  let running: Promise<void> | null = null
  let again = false
  let soon: NodeJS.Timeout | undefined

  async function one() {
    const next = await run(ctx, () => stopping)
    clearTimeout(soon)
    if (!next || stopping) return
    const wait = Math.max(MIN_DELAY_MS, Date.parse(next) - ctx.now().getTime())
    if (wait < every) soon = setTimeout(wake, wait).unref()
  }

  /** Requests another run, because the current run may have missed the reason for this call. */
  function wake() {
    again = true
    running ??= (async () => {
      while (again && !stopping) {
        again = false
        await one().catch((error: unknown) => {
          ctx.metrics.workFailures.inc({ work: name })
          ctx.log.warn({ err: error }, failureMessage)
        })
      }
    })().finally(() => (running = null))
  }

  const unsubscribe = topic && ctx.signals.subscribe(topic, wake)
  const timer = setInterval(wake, every).unref()
  wake()
  return {
    wake,
    async stop() {
      stopping = true
      clearInterval(timer)
      clearTimeout(soon)
      unsubscribe?.()
      await running
    },
  }
}

/** Returns a check that is true at most once in `every` milliseconds. */
export function atMostEvery(every: number): (now: Date) => boolean {
  let last = -Infinity
  return (now) => {
    if (now.getTime() - last < every) return false
    last = now.getTime()
    return true
  }
}
