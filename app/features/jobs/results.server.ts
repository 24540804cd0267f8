import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { endAttempts, serializeResult, type AttemptEnd } from '#app/features/jobs/outcomes.server.ts'
import { leaseScope } from '#app/features/jobs/leases.server.ts'
import { isEnded } from '#app/features/jobs/schema.ts'
import * as store from '#app/features/jobs/store.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'

/** A runner's report on one attempt. The token proves that the runner leased the job. */
export type Report = {
  job_id: string
  attempt: number
  lease_token: string
  status: 'succeeded' | 'failed'
  output?: unknown
  error?: { code: string; message: string; retryable: boolean } | null | undefined
}

/**
 * Outcome of a report. `stale`: the lease or attempt is not current. `duplicate`: the job or the attempt already has a
 * result. `unknown`: the job does not exist, or the lease belongs to another job or runner.
 */
type ReportOutcome = 'recorded' | 'duplicate' | 'stale' | 'unknown'

/**
 * Records the results of attempts in one transaction. Returns an outcome for each report. Only the attempt with the
 * current lease can end a job.
 */
export async function recordResults(ctx: Context, reports: Report[]): Promise<ReportOutcome[]> {
  allow(ctx, 'jobs:do')
  const ids = [...new Set(reports.map((report) => report.job_id))]
  const { runnerId, guildId = null } = leaseScope(ctx)
  return inTransaction(ctx, async (inner) => {
    await lockGuilds(inner, await store.guildsOfJobs(inner.db, ids, { guildId }))
    const jobs = new Map((await store.lockJobs(inner.db, ids, { guildId })).map((job) => [job.id, job]))
    const past = await pastAttempts(inner, reports, jobs)
    const ends = new Map<string, { job: store.JobRow; end: AttemptEnd }>()
    const outcomes: ReportOutcome[] = []
    for (const report of reports) {
      const job = jobs.get(report.job_id)
      const outcome = reportOutcome(job, report, { ends, past, runnerId })
      if (outcome === 'recorded') ends.set(job!.id, { job: job!, end: attemptEnd(report) })
      if (outcome === 'stale') {
        const { status, output, error } = report
        const late = serializeResult({ at: inner.now().toISOString(), status, output, error })!
        await store.saveLateReport(inner.db, { id: report.lease_token, job_id: report.job_id, late })
      }
      outcomes.push(outcome)
    }
    if (ends.size) await endAttempts(inner, [...ends.values()])
    return outcomes
  })
}

/** Returns ended attempts by token, each with its job, its runner and whether it was reported. */
async function pastAttempts({ db }: Context, reports: Report[], jobs: Map<string, store.JobRow>) {
  const tokens = reports
    .filter(({ job_id, lease_token }) => jobs.get(job_id)?.lease_token !== lease_token)
    .map(({ lease_token }) => lease_token)
  const rows = tokens.length ? await store.attemptsByToken(db, tokens) : []
  const isReported = (outcome: string) => outcome === 'succeeded' || outcome === 'failed'
  return new Map(rows.map(({ id, outcome, ...of }) => [id, { ...of, reported: isReported(outcome) }]))
}

type PastAttempt = { job_id: string; runner_id: string | null; reported: boolean }
type ReportContext = {
  ends: Map<string, unknown>
  past: Map<string, PastAttempt>
  runnerId: string | undefined
}

function reportOutcome(
  job: store.JobRow | undefined,
  report: Report,
  { ends, past, runnerId }: ReportContext,
): ReportOutcome {
  if (!job) return 'unknown'
  const isCurrent = job.lease_token === report.lease_token
  const lease = isCurrent ? job : past.get(report.lease_token)
  if (lease && runnerId !== undefined && lease.runner_id !== runnerId) return 'unknown'
  if (lease && 'reported' in lease) {
    if (lease.job_id !== job.id) return 'unknown'
    if (lease.reported) return 'duplicate'
  }
  if (!isCurrent || job.attempt !== report.attempt) return 'stale'
  return isEnded(job.state) || ends.has(job.id) ? 'duplicate' : 'recorded'
}

const NO_REASON = { code: 'failed', message: 'The runner did not report a reason.', retryable: false }

function attemptEnd({ status, output, error }: Report): AttemptEnd {
  if (status === 'succeeded') return { outcome: 'succeeded', output }
  const { retryable, code, message } = error ?? NO_REASON
  return { outcome: 'failed', error: { code, message }, retryable }
}
