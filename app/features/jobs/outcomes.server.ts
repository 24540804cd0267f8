import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { advanceRuns } from '#app/features/jobs/runs/advance-runs.server.ts'
import { MAX_ATTEMPTS, wakeRunners } from '#app/features/jobs/jobs.server.ts'
import { isEnded, type JobAttempt } from '#app/features/jobs/schema.ts'
import { requeueAt, retryAt } from '#app/features/jobs/times.server.ts'
import * as store from '#app/features/jobs/store.server.ts'
import { HOUR } from '#app/primitives/time.ts'

export type JobError = { code: string; message: string }

/** Outcome of an attempt, with the details that are known. */
export type AttemptEnd =
  | { outcome: 'succeeded'; output: unknown }
  | { outcome: 'failed'; error: JobError; retryable: boolean }
  /** The lease expired before the runner responded. */
  | { outcome: 'lost' }
  /** The job was not accepted, or was returned, so no attempt is counted. */
  | { outcome: 'returned'; error: JobError }

const LEASE_EXPIRED: JobError = { code: 'lease_expired', message: 'The runner did not respond in time.' }
export const CANCELLED: JobError = { code: 'cancelled', message: 'A manager cancelled the job.' }
export const DEADLINE_EXCEEDED: JobError = {
  code: 'deadline_exceeded',
  message: 'The job did not finish before its deadline.',
}

/** Error code of attempts that failed because Discord was down. */
export const DISCORD_DOWN = 'unavailable'
/** Age in milliseconds up to which a job is kept while Discord is down. */
const MAX_OUTAGE_MS = 6 * HOUR

/** Maximum length of a stored result, in JSON characters. */
const MAX_RESULT_LENGTH = 16_384

/**
 * Ends leased attempts, updates their jobs and advances the runs. Returns the ids of the ended jobs. Callers must
 * lock the guilds and jobs in the same transaction.
 */
export async function endAttempts(
  ctx: Context,
  ends: { job: store.JobRow; end: AttemptEnd }[],
): Promise<Set<string>> {
  const now = ctx.now()
  const endings = ends.map(({ job, end }) => jobAfterAttempt(job, end, now))
  const done = new Set((await store.writeEndedJobs(ctx.db, endings)).map(({ id }) => id))
  await store.insertAttempts(
    ctx.db,
    ends.filter(({ job }) => done.has(job.id)).map(({ job, end }) => attemptRow(job, end, now)),
  )
  const written = endings.filter(({ id }) => done.has(id))
  const jobs = new Map(ends.map(({ job }) => [job.id, job]))
  await advanceRuns(
    ctx,
    written.filter(({ state }) => isEnded(state)).map((ending) => ({ ...jobs.get(ending.id)!, ...ending })),
  )
  notifyChanged(ctx, jobs.values())
  if (ends.some(({ end }) => end.outcome === 'returned')) wakeRunners(ctx)
  return done
}

function jobAfterAttempt(job: store.JobRow, end: AttemptEnd, now: Date): store.EndedJob {
  const { id, lease_token, attempt, run_at } = job
  const as = (state: string, more: Partial<store.EndedJob> = {}): store.EndedJob => ({
    id,
    lease_token,
    state,
    attempt,
    returned: 0,
    run_at,
    result: null,
    error: null,
    finished_at: isEnded(state) ? now.toISOString() : null,
    ...more,
  })
  const failed = (error: JobError) => ({ error: JSON.stringify({ ...error, at: now.toISOString() }) })
  if (end.outcome === 'succeeded') return as('succeeded', { result: serializeResult(end.output) })
  if (job.cancel_requested_at) return as('cancelled', failed(CANCELLED))
  if (end.outcome === 'returned') {
    const returned = job.returned + 1
    return as('queued', {
      attempt: attempt - 1,
      returned,
      run_at: requeueAt(now, returned),
      error: job.error,
    })
  }
  const error = end.outcome === 'lost' ? LEASE_EXPIRED : end.error
  if (end.outcome === 'failed' && !end.retryable) return as('failed', failed(error))
  // An outage at Discord is not an attempt, so that jobs are not dead when it ends.
  const isOutage = error.code === DISCORD_DOWN && now.getTime() - Date.parse(job.created_at) < MAX_OUTAGE_MS
  if (!isOutage && attempt >= job.max_attempts) return as('dead', failed(error))
  const returned = isOutage ? job.returned + 1 : 0
  const again = retryAt(now, isOutage ? returned : attempt - (job.max_attempts - MAX_ATTEMPTS))
  if (job.deadline_at && again >= job.deadline_at) {
    return as('failed', failed(end.outcome === 'lost' ? DEADLINE_EXCEEDED : error))
  }
  return as('queued', {
    attempt: isOutage ? attempt - 1 : attempt,
    returned,
    run_at: again,
    ...failed(error),
  })
}

function attemptRow(job: store.JobRow, end: AttemptEnd, now: Date) {
  const outcome: JobAttempt['outcome'] =
    end.outcome !== 'succeeded' && job.cancel_requested_at ? 'cancelled' : end.outcome
  const error = end.outcome === 'lost' ? LEASE_EXPIRED : 'error' in end ? end.error : null
  return {
    id: job.lease_token!,
    job_id: job.id,
    attempt: job.attempt,
    runner_id: job.runner_id,
    instance: job.instance,
    outcome,
    leased_at: job.leased_at!,
    accepted_at: job.accepted_at,
    ended_at: now.toISOString(),
    error: error && JSON.stringify(error),
    late: null,
  }
}

/** Serializes a result. If the result is too long, stores only its length and a truncation marker. */
export function serializeResult(output: unknown): string | null {
  if (output === undefined || output === null) return null
  const text = JSON.stringify(output)
  return text.length <= MAX_RESULT_LENGTH ? text : JSON.stringify({ truncated: true, length: text.length })
}
