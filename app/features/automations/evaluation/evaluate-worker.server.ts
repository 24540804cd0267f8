import { LRUCache } from 'lru-cache'
import { setImmediate as breathe } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { clocks, runWithinBudget } from '#app/features/automations/budget.server.ts'
import { matchesConditions } from '#app/features/actions/evaluate.ts'
import {
  BATCH_BUDGET_MS,
  progress,
  type EvaluationRequest,
  type EvaluationResponse,
  type EvaluationThread,
  type EvaluationFault,
  type Program,
  type UnknownListResponse,
} from '#app/features/automations/evaluation/evaluation.ts'
import { compilePatterns, matcherFor, type Compiled } from '#app/features/automations/evaluation/patterns.ts'
import { fromJson } from '#app/primitives/json.ts'

// This thread evaluates conditions, so that a slow pattern delays only its guild and no request.

/** How long a request runs before the next request's turn, in milliseconds. */
const TURN = 20

type Job = {
  id: number
  programs: Program[]
  events: readonly object[]
  /** Index of the next evaluation. All events of one program precede the events of the next program. */
  at: number
  patterns: Compiled | null
  hits: EvaluationResponse['hits']
  faults: Map<number, EvaluationFault['reason']>
  /** Time per program, total processor time and limit for the total, in milliseconds. */
  costs: number[]
  spent: number
  budget: number
}

const marks = new Int32Array((workerData as EvaluationThread).marks)
const lists = new LRUCache<string, Program[]>({ max: 100 })
let jobs: Job[] = []
let isRunning = false

parentPort?.on('message', ({ id, list: { key, json }, events, without }: EvaluationRequest) => {
  const programs = json === null ? lists.get(key) : fromJson(json)
  if (!programs) return parentPort!.postMessage({ id, unknown: true } satisfies UnknownListResponse)
  lists.set(key, programs)
  const faults = new Map(without.map(({ program, reason }) => [program, reason]))
  const costs = programs.map(() => 0)
  const begun = { at: 0, patterns: null, hits: [], spent: 0, budget: BATCH_BUDGET_MS }
  jobs.push({ id, programs, events, faults, costs, ...begun })
  if (!isRunning) void run()
})

/** Runs the requests in turns until all requests are done. */
async function run() {
  isRunning = true
  while (jobs.length) {
    for (const job of jobs) {
      if (takeTurn(job)) finish(job)
      recordProgress(0)
      await breathe()
    }
  }
  isRunning = false
}

function finish(job: Job) {
  const { id, hits } = job
  jobs = jobs.filter((other) => other !== job)
  const faults = [...job.faults].map(([program, reason]) => ({ program, reason }))
  parentPort!.postMessage({ id, hits, faults } satisfies EvaluationResponse)
}

/** Continues a request for one turn. Returns true when the request is done. */
function takeTurn(job: Job): boolean {
  const { programs, events, costs, faults } = job
  const until = clocks.wall() + TURN
  const before = clocks.cpu()
  const end = programs.length * events.length
  while (job.at < end) {
    const program = Math.floor(job.at / events.length)
    const event = job.at % events.length
    recordProgress(job.id, program)
    if (event === 0) job.patterns = null
    costs[program]! += evaluate(job, program, event)
    job.at = faults.has(program) ? (program + 1) * events.length : job.at + 1
    if (clocks.wall() >= until) break
  }
  job.spent += clocks.cpu() - before
  if (job.spent > job.budget && job.at < end) dropSlowest(job)
  return job.at >= end
}

/** Evaluates a program for an event and returns how long it took, in milliseconds. */
function evaluate(job: Job, program: number, event: number): number {
  const { conditions, types, trial = false } = job.programs[program]!
  const subject = job.events[event]!
  if (job.faults.has(program) || (types && !types.includes((subject as { type: string }).type))) return 0
  const patterns = (job.patterns ??= compilePatterns(conditions.rules))
  if (patterns.fault) {
    job.faults.set(program, patterns.fault)
    return 0
  }
  const { result, took, isTooSlow } = runWithinBudget(() =>
    matchesConditions(conditions, subject, matcherFor(patterns, { trial })),
  )
  if (isTooSlow) job.faults.set(program, 'time')
  else if (result) job.hits.push([program, event])
  return took
}

/** Drops the slowest program. Halves the budget of the other programs, so that the request ends soon. */
function dropSlowest(job: Job) {
  const { costs, faults } = job
  const slowest = costs.reduce((found, cost, index) => (cost > costs[found]! ? index : found), 0)
  faults.set(slowest, 'time')
  costs.fill(0)
  job.spent = 0
  job.budget = Math.max(TURN, job.budget / 2)
}

/** Records the current evaluation, so that the process can identify the program that blocked the thread. */
function recordProgress(ask: number, program = -1) {
  Atomics.store(marks, progress.ask, ask)
  Atomics.store(marks, progress.program, program)
  Atomics.add(marks, progress.ticks, 1)
}
