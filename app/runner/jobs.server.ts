import type {
  CancelReason,
  JobFrame,
  AckOutcome as Recorded,
  RunnerMessage,
} from '#app/features/runners/schema.ts'
import {
  failed,
  type Executor,
  type ServiceMessage,
  type Log,
  type ActionOutcome,
  type Send,
} from '#app/runner/protocol.ts'

type Result = RunnerMessage<'result'>

/** A job in hand: under way until it has a result, which is kept until the service has recorded it. */
type ActiveJob = {
  frame: JobFrame
  controller: AbortController
  /** Why it was aborted; what was lost or dropped is not reported. */
  aborted: CancelReason | null
  deadline: NodeJS.Timeout | undefined
  result: Result | null
  sentAt: number
}

type JobManagerOptions = {
  slots: number
  capabilities: readonly string[]
  executor: Executor
  send: Send
  log: Log
  now?: () => number
}

/** The longest that a timer can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Takes jobs on, has them done, and reports each until the service has acknowledged it. */
export function createJobManager({
  slots,
  capabilities,
  executor,
  send,
  log,
  now = Date.now,
}: JobManagerOptions) {
  const jobs = new Map<string, ActiveJob>()
  let draining = false
  /** How far the clock of the service is ahead of ours. */
  let ahead = 0
  let idle: (() => void)[] = []

  const running = () => [...jobs.values()].filter(({ result }) => !result)

  function receive(frame: JobFrame) {
    const { job_id, lease_token } = frame
    const same = jobs.get(job_id)
    if (same?.frame.lease_token === lease_token) {
      if (same.result) report(same)
      else send('accept', { job_id, lease_token })
      return
    }
    const no = whyNot(frame)
    if (no) return send('reject', { job_id, lease_token, reason: no })
    // An older attempt of the same job: whoever gave us this one has given that one up.
    if (same) forget(same, 'lost')
    send('accept', { job_id, lease_token })
    void begin(frame)
  }

  function whyNot({ type }: JobFrame): string | null {
    if (draining) return 'This runner is going away.'
    if (!capabilities.includes(type)) return `This runner cannot do ${type}.`
    return running().length >= slots ? 'This runner has no free slot.' : null
  }

  async function begin(frame: JobFrame) {
    const controller = new AbortController()
    const one: ActiveJob = { frame, controller, aborted: null, deadline: undefined, result: null, sentAt: 0 }
    jobs.set(frame.job_id, one)
    const left = frame.deadline_at ? Date.parse(frame.deadline_at) - ahead - now() : Infinity
    if (left <= MAX_TIMER_MS) one.deadline = setTimeout(() => abort(one, 'deadline'), Math.max(0, left))
    const { type, payload, idempotency_key } = frame
    const outcome =
      left <= 0
        ? failed('deadline_exceeded', 'Its time was over before it began.', false)
        : await executor.run({ type, payload, idempotency_key }, controller.signal)
    clearTimeout(one.deadline)
    if (jobs.get(frame.job_id) !== one) return
    one.result = resultMessage(one, outcome)
    report(one)
  }

  function report(one: ActiveJob) {
    one.sentAt = now()
    send('result', one.result!)
  }

  function abort(one: ActiveJob, reason: CancelReason) {
    if (one.result || one.aborted) return
    one.aborted = reason
    one.controller.abort(reason)
  }

  /** Stops it without a word to the service: it is not ours any more. */
  function forget(one: ActiveJob, reason: 'lost') {
    abort(one, reason)
    clearTimeout(one.deadline)
    drop(one)
  }

  function drop({ frame }: ActiveJob) {
    jobs.delete(frame.job_id)
    if (!jobs.size) for (const resolve of idle.splice(0)) resolve()
  }

  function loseJobs(ids: readonly string[], text: string) {
    for (const id of ids) {
      const one = jobs.get(id)
      if (!one) continue
      log.warn({ job: id, attempt: one.frame.attempt }, text)
      forget(one, 'lost')
    }
  }

  return {
    receive,
    cancel({ job_id, reason }: ServiceMessage<'cancel'>) {
      const one = jobs.get(job_id)
      if (!one) return
      log.info({ job: job_id, reason }, 'a job is cancelled')
      if (reason === 'lost') forget(one, 'lost')
      else abort(one, reason)
    },
    /** What the service says of leases in answer to a heartbeat. */
    updateLeases({ lost, cancel }: Pick<ServiceMessage<'heartbeat_ack'>, 'lost' | 'cancel'>) {
      loseJobs(lost, 'the lease of a job was lost')
      for (const id of cancel) {
        const one = jobs.get(id)
        if (one) abort(one, 'cancelled')
      }
    },
    /** Whatever the service answers, it will not want the result again. */
    onAcknowledged(job_id: string, outcome: Recorded) {
      const one = jobs.get(job_id)
      if (!one?.result) return
      if (outcome === 'stale' || outcome === 'unknown')
        log.warn({ job: job_id, outcome, status: one.result.status }, 'the service did not take a result')
      drop(one)
    },
    /** After a new connection: what the service took away is forgotten, and results go out again. */
    resume({ drop }: { drop: readonly string[] }, serverTime: string) {
      ahead = Date.parse(serverTime) - now() || 0
      loseJobs(drop, 'a job was given to somebody else in the meantime')
      for (const one of jobs.values()) if (one.result) report(one)
    },
    /** Results that were sent more than so many milliseconds ago and have no answer go out again. */
    resendAfter(after: number) {
      for (const one of jobs.values()) if (one.result && now() - one.sentAt >= after) report(one)
    },
    active: (): RunnerMessage<'identify'>['active'] =>
      [...jobs.values()]
        .slice(0, 1_000)
        .map(({ frame: { job_id, attempt, lease_token } }) => ({ job_id, attempt, lease_token })),
    leases: (): [string, string][] =>
      [...jobs.values()].slice(0, 1_000).map(({ frame }) => [frame.job_id, frame.lease_token]),
    /** From now on nothing is taken; resolves when all that is in hand is done and acknowledged. */
    async drain() {
      draining = true
      send('ready_for', { slots: 0 })
      if (jobs.size) await new Promise<void>((resolve) => (idle = [...idle, resolve]))
    },
    slots: () => (draining ? 0 : slots),
    running: () => running().length,
  }
}

const abortOutcomes: Partial<Record<CancelReason, ActionOutcome>> = {
  cancelled: failed('cancelled', 'It was cancelled.', false),
  deadline: failed('deadline_exceeded', 'Its time was over before it was done.', false),
}

/** What was done in spite of being aborted is reported as it is: the service decides what that means. */
function resultMessage({ frame, aborted }: ActiveJob, outcome: ActionOutcome): Result {
  const { job_id, attempt, lease_token } = frame
  const told = (outcome.status === 'failed' && aborted && abortOutcomes[aborted]) || outcome
  return { job_id, attempt, lease_token, ...told }
}
