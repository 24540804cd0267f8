import type { Worker } from 'node:worker_threads'
import { failed, type Executor, type Log, type ActionOutcome, type Task } from '#app/runner/protocol.ts'

/** Message to the thread. */
export type WorkerRequest = { run: number; task: Task } | { abort: number }
/** Message from the thread: the outcome of a task. */
export type WorkerResponse = { done: number; outcome: ActionOutcome }

/** Time limits in milliseconds for an action and for the thread's response to an abort. */
type Timeouts = { action: number; stuck: number }
const defaultTimeouts: Timeouts = { action: 30_000, stuck: 20_000 }

type Pending = { settle(outcome: ActionOutcome): void; abort(): void; tooLong: boolean }

/**
 * Runs actions in a worker thread, so that CPU-bound work does not delay heartbeats. A thread that ignores an abort is
 * terminated and replaced for the next action.
 */
export function createActionWorker(
  start: () => Promise<Worker>,
  log: Log,
  timeouts: Timeouts = defaultTimeouts,
): Executor {
  let thread: Promise<Worker> | null = null
  let closed = false
  let last = 0
  const pending = new Map<number, Pending>()

  async function launch(): Promise<Worker> {
    const worker = await start()
    worker.on('message', ({ done, outcome }: WorkerResponse) => pending.get(done)?.settle(outcome))
    worker.on('error', (error) => log.error({ err: error }, 'the worker thread for actions failed'))
    worker.once('exit', () => {
      thread = null
      if (!closed)
        log.error(
          { jobs: pending.size },
          'the worker thread for actions ended: the next action starts a new one',
        )
      const outcome = failed('worker_lost', 'The worker thread ended before the action completed.', true)
      for (const one of [...pending.values()]) one.settle(outcome)
    })
    worker.unref()
    return worker
  }

  async function request(message: WorkerRequest) {
    const worker = await (thread ??= launch())
    worker.postMessage(message)
  }

  return {
    run: (task, signal) =>
      new Promise((resolve) => {
        const id = (last += 1)
        let stuck: NodeJS.Timeout | undefined
        const one: Pending = {
          tooLong: false,
          settle(outcome) {
            clearTimeout(timer)
            clearTimeout(stuck)
            signal.removeEventListener('abort', one.abort)
            pending.delete(id)
            resolve(outcome.status === 'failed' && one.tooLong ? timedOut(timeouts.action) : outcome)
          },
          abort() {
            if (stuck) return
            stuck = setTimeout(() => void end(), timeouts.stuck)
            request({ abort: id }).catch(fail)
          },
        }
        const timer = setTimeout(() => {
          one.tooLong = true
          one.abort()
        }, timeouts.action)
        const fail = (error: unknown) => {
          log.error({ err: error }, 'the worker thread for actions could not start')
          thread = null
          one.settle(failed('worker_lost', 'The worker thread for actions could not start.', true))
        }
        pending.set(id, one)
        signal.addEventListener('abort', one.abort)
        request({ run: id, task }).catch(fail)
        if (signal.aborted) one.abort()
      }),
    async close() {
      closed = true
      await end()
    },
  }

  async function end() {
    const worker = await thread?.catch(() => null)
    await worker?.terminate()
  }
}

const timedOut = (after: number) =>
  failed('timeout', `The action took longer than ${Math.round(after / 1000)} seconds.`, true)
