import type { Worker, WorkerOptions } from 'node:worker_threads'
import { matchesConditions } from '#app/features/actions/evaluate.ts'
import {
  progress,
  type EvaluationRequest,
  type EvaluationResponse,
  type EvaluationThread,
  type Program,
  type UnknownListResponse,
} from '#app/features/automations/evaluation/evaluation.ts'

/** Watchdog interval in milliseconds, and numbers of checks without progress before the thread is replaced. */
type WatchdogOptions = { every: number; stuck: number; silent: number }
const defaultOptions: WatchdogOptions = { every: 100, stuck: 50, silent: 100 }

/** Maximum number of threads that can exit during a request before the request fails. */
const MAX_THREADS = 5
/** Maximum number of comparisons in the event loop, which take about a millisecond. */
const MAX_INLINE = 2_000

/** Memory limit of the thread, in megabytes. Cached patterns use a third of the memory. */
const resourceLimits = { maxOldGenerationSizeMb: 640 }

type Verdict = Omit<EvaluationResponse, 'id'>
type Start = (options: WorkerOptions) => Promise<Worker>
type PendingEvaluation = {
  ask: EvaluationRequest
  programs: readonly Program[]
  threads: number
  resolve(verdict: Verdict): void
  reject(error: Error): void
}

/** Programs with a key that identifies this list of programs. */
export type Programs = { key: string; programs: readonly Program[] }

export type Evaluator = {
  /**
   * Returns the programs that match each event, and a fault for each program that is too large or too slow. Small
   * requests without patterns run immediately, and other requests run in a thread. Must be called outside transactions.
   */
  evaluate(programs: Programs, events: readonly object[]): Promise<Verdict>
  close(): Promise<void>
}

/**
 * Creates the evaluator. If the evaluation thread exits or blocks, the current program gets a fault, and a new thread
 * repeats all other evaluations.
 */
export function makeEvaluator(start: Start, watch: WatchdogOptions = defaultOptions): Evaluator {
  const waiting = new Map<number, PendingEvaluation>()
  let thread: { worker: Promise<Worker>; marks: Int32Array } | null = null
  let timer: NodeJS.Timeout | undefined
  let last = 0

  function launch() {
    const marks = new SharedArrayBuffer(progress.length * Int32Array.BYTES_PER_ELEMENT)
    const view = new Int32Array(marks)
    view[progress.program] = -1
    const worker = start({ workerData: { marks } satisfies EvaluationThread, resourceLimits })
    const own = { worker, marks: view }
    thread = own
    worker.then(
      (started) => {
        started.unref()
        started.on('message', (message: EvaluationResponse | UnknownListResponse) => void take(message))
        started.on('error', () => {})
        started.once('exit', () => replace(own))
      },
      () => replace(own),
    )
    return own
  }

  function take(message: EvaluationResponse | UnknownListResponse) {
    const open = waiting.get(message.id)
    if (!open) return
    if ('unknown' in message) {
      return send({ ...open.ask, list: { ...open.ask.list, json: JSON.stringify(open.programs) } })
    }
    waiting.delete(message.id)
    if (!waiting.size) clearInterval(timer)
    open.resolve(message)
  }

  function send(ask: EvaluationRequest) {
    const { worker } = thread ?? launch()
    void worker.then(
      (started) => started.postMessage(ask),
      () => {},
    )
  }

  /** Starts another thread for the unfinished requests, without the program that blocked the old thread. */
  function replace(old: NonNullable<typeof thread>) {
    if (thread !== old) return
    thread = null
    void old.worker.then(
      (worker) => worker.terminate(),
      () => {},
    )
    const [asked, program] = [old.marks[progress.ask]!, old.marks[progress.program]!]
    for (const [id, open] of waiting) {
      open.threads++
      if (id === asked && program >= 0) {
        open.ask = { ...open.ask, without: [...open.ask.without, { program, reason: 'time' }] }
      } else if (open.threads >= MAX_THREADS) {
        waiting.delete(id)
        open.reject(new Error('the thread that evaluates conditions keeps exiting'))
        continue
      }
      send(open.ask)
    }
    if (waiting.size) look()
  }

  /**
   * Starts the watchdog. Counts checks instead of time, because time also passes while this process is blocked.
   */
  function look() {
    clearInterval(timer)
    let [ticks, still] = [-1, 0]
    timer = setInterval(() => {
      const own = thread
      if (!own) return
      const now = Atomics.load(own.marks, progress.ticks)
      still = now === ticks ? still + 1 : 0
      ticks = now
      const most = Atomics.load(own.marks, progress.program) >= 0 ? watch.stuck : watch.silent
      if (still >= most) replace(own)
    }, watch.every)
    timer.unref()
  }

  return {
    evaluate({ key, programs }, events) {
      if (!events.length || weightOf(programs) * events.length <= MAX_INLINE) {
        return Promise.resolve(evaluateInline(programs, events))
      }
      return new Promise((resolve, reject) => {
        const ask: EvaluationRequest = {
          id: (last = (last % 0x7fff_ffff) + 1),
          list: { key, json: null },
          events,
          without: [],
        }
        if (!waiting.size) look()
        waiting.set(ask.id, { ask, programs, threads: 0, resolve, reject })
        send(ask)
      })
    },
    async close() {
      clearInterval(timer)
      const own = thread
      thread = null
      await (await own?.worker.catch(() => null))?.terminate()
    },
  }
}

const weights = new WeakMap<readonly Program[], number>()

/** Returns the number of comparisons for one event, or infinity if there is a pattern. */
function weightOf(programs: readonly Program[]): number {
  let weight = weights.get(programs)
  if (weight === undefined) {
    const rules = programs.flatMap(({ conditions }) => conditions.rules)
    const ofRules = rules.map(({ op, value }) =>
      op === 'matches' ? Infinity : Array.isArray(value) ? value.length : 1,
    )
    weight = ofRules.reduce((sum, one) => sum + one, programs.length)
    weights.set(programs, weight)
  }
  return weight
}

function evaluateInline(programs: readonly Program[], events: readonly object[]): Verdict {
  const hits = programs.flatMap(({ conditions, types }, program) =>
    events.flatMap((event, index): Verdict['hits'] =>
      (!types || types.includes((event as { type: string }).type)) && matchesConditions(conditions, event)
        ? [[program, index]]
        : [],
    ),
  )
  return { hits, faults: [] }
}
