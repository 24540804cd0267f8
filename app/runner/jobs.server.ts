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

/** Job that is running, or whose result the service has not yet acknowledged. */
type ActiveJob = {
  frame: JobFrame
  controller: AbortController
  /** Reason for the abort. Lost and dropped jobs are not reported. */
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

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Creates the job manager, which accepts and executes jobs and resends each result until the service acknowledges it.
 */
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
  /** Milliseconds by which the service's clock is ahead of the runner's clock. */
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
    // If the runner has an older attempt of this job, the service has abandoned that attempt.
    if (same) forget(same, 'lost')
    send('accept', { job_id, lease_token })
    void begin(frame)
  }

  function whyNot({ type }: JobFrame): string | null {
    if (draining) return 'This runner is shutting down.'
    if (!capabilities.includes(type)) return `This runner does not support ${type}.`
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
        ? failed('deadline_exceeded', 'The deadline passed before the job started.', false)
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

  /** Aborts a job without reporting a result, because the job no longer belongs to this runner. */
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
      log.info({ job: job_id, reason }, 'a job was cancelled')
      if (reason === 'lost') forget(one, 'lost')
      else abort(one, reason)
    },
    /** Processes the lease states of a `heartbeat_ack`. */
    updateLeases({ lost, cancel }: Pick<ServiceMessage<'heartbeat_ack'>, 'lost' | 'cancel'>) {
      loseJobs(lost, 'the lease of a job was lost')
      for (const id of cancel) {
        const one = jobs.get(id)
        if (one) abort(one, 'cancelled')
      }
    },
    /** Drops the job. The service does not need the result again, regardless of the outcome. */
    onAcknowledged(job_id: string, outcome: Recorded) {
      const one = jobs.get(job_id)
      if (!one?.result) return
      if (outcome === 'stale' || outcome === 'unknown')
        log.warn({ job: job_id, outcome, status: one.result.status }, 'the service rejected a result')
      drop(one)
    },
    /** Drops the jobs that the service reassigned during the disconnection, and resends results. */
    resume({ drop }: { drop: readonly string[] }, serverTime: string) {
      ahead = Date.parse(serverTime) - now() || 0
      loseJobs(drop, 'a job was leased to another runner')
      for (const one of jobs.values()) if (one.result) report(one)
    },
    /** Resends results that have been unacknowledged for `after` milliseconds. */
    resendAfter(after: number) {
      for (const one of jobs.values()) if (one.result && now() - one.sentAt >= after) report(one)
    },
    active: (): RunnerMessage<'identify'>['active'] =>
      [...jobs.values()]
        .slice(0, 1_000)
        .map(({ frame: { job_id, attempt, lease_token } }) => ({ job_id, attempt, lease_token })),
    leases: (): [string, string][] =>
      [...jobs.values()].slice(0, 1_000).map(({ frame }) => [frame.job_id, frame.lease_token]),
    /** Stops accepting jobs. Resolves when all current jobs are finished and acknowledged. */
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
  cancelled: failed('cancelled', 'The job was cancelled.', false),
  deadline: failed('deadline_exceeded', 'The deadline passed before the job completed.', false),
}

/**
 * Builds the result message. If an aborted job succeeded, reports the success, and the service decides whether to
 * accept the result.
 */
function resultMessage({ frame, aborted }: ActiveJob, outcome: ActionOutcome): Result {
  const { job_id, attempt, lease_token } = frame
  const told = (outcome.status === 'failed' && aborted && abortOutcomes[aborted]) || outcome
  return { job_id, attempt, lease_token, ...told }
}
