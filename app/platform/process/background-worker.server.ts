import type { Logger } from 'pino'
import type { Metrics } from '#app/platform/log/metrics.server.ts'
import type { Signals, Topic } from '#app/platform/signals/types.ts'

/** A round that is due sooner than this many milliseconds is waited for. */
const MIN_DELAY_MS = 50

/** Parts of the context that the worker loop uses. */
type WorkerServices = { signals: Signals; log: Logger; now: () => Date; metrics: Metrics }

type WorkerOptions<C> = {
  /** What the metrics call this work. */
  name: string
  /** How often it is looked without a signal, which may be lost, in milliseconds. */
  every: number
  /** The signal that there is something to do. */
  topic?: Topic
  /** What the log says of a round that failed. */
  failureMessage: string
  /** Does what is due. May answer with when the next round is due, an ISO time, where that is sooner than the next look. */
  run(ctx: C, isStopping: () => boolean): Promise<string | null | void>
}

/**
 * Does something in rounds from now on: at once, whenever a signal comes, and every so often; never two rounds at a time.
 * Returns what stops it, which resolves when the round in hand is over.
 */
export const startBackgroundWorker = <C extends WorkerServices>(
  ctx: C,
  rounds: WorkerOptions<C>,
): (() => Promise<void>) => createBackgroundWorker(ctx, rounds).stop

/** The same, with `wake`, which has it look at once. */
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

  /** A call that comes while a round is under way may be about something that the round has not seen. */
  function wake() {
    again = true
    running ??= (async () => {
      while (again && !stopping) {
        again = false
        await one().catch((error: unknown) => {
          ctx.metrics.rounds.inc({ work: name })
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

/** True at most once in `every` milliseconds: for what a round does not do each time. */
export function atMostEvery(every: number): (now: Date) => boolean {
  let last = -Infinity
  return (now) => {
    if (now.getTime() - last < every) return false
    last = now.getTime()
    return true
  }
}
