import { ulid } from 'ulid'
import { claimJobs, type ClaimingRunner } from '#app/features/jobs/claim.server.ts'
import { enqueueJobs, type JobRow, type NewJob } from '#app/features/jobs/jobs.server.ts'
import { acceptJobs } from '#app/features/jobs/leases.server.ts'
import { recordResults, type Report } from '#app/features/jobs/results.server.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'
import { aGuild, anEvent, runner, type TestApp } from '#tests/support/factories.ts'

/** A job of a run that nobody wrote down. */
export function aNewJob(it: TestApp, guildId: string, over: Partial<NewJob> = {}): NewJob {
  const runId = ulid()
  const source = { kind: 'command' as const, id: ulid(), name: 'Greet', run_id: runId, step: 0 }
  return {
    id: orderedId(it.ctx().now()),
    guildId,
    type: 'SEND_MESSAGE',
    payload: {
      guild_id: guildId,
      config: { channel_id: '500', content: 'Hello' },
      source,
      event: anEvent({ guild_id: guildId }),
    },
    idempotencyKey: `${runId}:0`,
    runId,
    step: 0,
    ...over,
  }
}

/** Puts one job into the queue. */
export async function aJob(it: TestApp, guildId: string, over: Partial<NewJob> = {}): Promise<JobRow> {
  const [job] = await enqueueJobs(it.ctx(), [aNewJob(it, guildId, over)])
  return job!
}

/** A runner that may have this many jobs at once. */
export const leaseOptions = (over: Partial<ClaimingRunner> = {}): ClaimingRunner => ({
  id: ulid(),
  runnerId: 'aaaaaaaa',
  name: 'test',
  guildId: null,
  types: null,
  slots: 10,
  ...over,
})

/** What one runner is given. */
export const claimed = async (it: TestApp, taker: ClaimingRunner = leaseOptions()): Promise<JobRow[]> =>
  (await claimJobs(it.ctx(), [taker])).get(taker.id) ?? []

export const heldBy = ({ id, lease_token }: JobRow) => ({ job_id: id, lease_token: lease_token! })

/** What a runner reports of a job that it was given. */
export const reportOn = (job: JobRow, over: Partial<Report> = {}): Report => ({
  ...heldBy(job),
  attempt: job.attempt,
  status: 'succeeded',
  ...over,
})

export const failure = (over: Partial<NonNullable<Report['error']>> = {}) => ({
  status: 'failed' as const,
  error: { code: 'down', message: 'Discord does not answer.', retryable: true, ...over },
})

export const jobNow = ({ app }: TestApp, id: string) =>
  app.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const attemptsOf = ({ app }: TestApp, id: string) =>
  app.db
    .selectFrom('job_attempts')
    .selectAll()
    .where('job_id', '=', id)
    .orderBy('leased_at')
    .orderBy('attempt')
    .execute()

/** The context of a runner, by default of the one that takers stand for. */
export const asRunner = (it: TestApp, guildId: string | null = null, runnerId?: string) =>
  it.ctx(runner(guildId, runnerId))

/** Seconds from when every test begins. */
export const later = (seconds: number) =>
  new Date(Date.parse('2026-11-21T12:00:00.000Z') + seconds * 1000).toISOString()

/** Jobs that a runner has, what it reports of them, and when they come again. */
export const jobsOf = (it: () => TestApp) => ({
  /** A job that a runner has taken on. */
  async running(over: Partial<NewJob> = {}, taker: ClaimingRunner = leaseOptions()): Promise<JobRow> {
    await aJob(it(), (await aGuild(it())).id, over)
    const [job] = await claimed(it(), taker)
    await acceptJobs(asRunner(it()), [heldBy(job!)])
    return job!
  },
  report: (...reports: Report[]) => recordResults(asRunner(it()), reports),
  /** How long a job waits for its next attempt, in seconds from a time. */
  pause: async (id: string, from: number) =>
    (Date.parse((await jobNow(it(), id)).run_at) - Date.parse(later(from))) / 1000,
})
