import { sql, type SqlBool } from 'kysely'
import { isLeased, isQueued, isWithin, type JobRow, type Scope } from '#app/features/jobs/store.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'

/** Counts the unfinished jobs of each session by guild. */
export const countLeasedJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['instance_id', 'guild_id', fn.countAll<number>().as('count')])
    .where(isLeased)
    .groupBy(['instance_id', 'guild_id'])
    .execute()

/** Returns the guilds that have due jobs. Takes one index lookup for each guild, regardless of the number of jobs. */
export async function guildsWithDueJobs(db: Db, now: string): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) => sql`(
    select guild_id from jobs
    where state = 'queued' and run_at <= ${now} ${after}
    order by guild_id limit 1)`
  const { rows } = await sql<{ guild_id: string }>`
    with recursive waiting(guild_id) as (
      select ${next(sql``)}
      union all
      select ${next(sql`and guild_id > waiting.guild_id`)} from waiting where waiting.guild_id is not null
    )
    select guild_id from waiting where guild_id is not null`.execute(db)
  return rows.map((row) => row.guild_id)
}

/** Returns the time when the next queued job is due, or null if no job is queued. */
export async function nextDue(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where(isQueued)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.run_at ?? null
}

type Lease = {
  guildId: string
  limit: number
  /** Allowed job types, or null for all types. */
  types: readonly string[] | null
  session: { id: string; runnerId: string; name: string }
  /** Prefix of the lease tokens. The id of the job makes each token unique. */
  secret: string
  now: string
  acceptBy: string
  expiresAt: string
}

/** Leases due jobs in one statement. Concurrent callers never get the same job or wait for each other. */
export async function leaseJobs(db: Db, lease: Lease): Promise<JobRow[]> {
  const { guildId, types, session, now } = lease
  const isInTime = sql<SqlBool>`(deadline_at is null or deadline_at > ${now})`
  const rows = await db
    .with('picked', (inner) =>
      inner
        .selectFrom('jobs')
        .select('id')
        .where(isQueued)
        .where('guild_id', '=', guildId)
        .where('run_at', '<=', now)
        .where(isInTime)
        .$if(types !== null, (query) => query.where('type', 'in', types!))
        .orderBy('priority', 'desc')
        .orderBy('run_at')
        .orderBy('id')
        .limit(lease.limit)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('jobs')
    .from('picked')
    .set({
      state: 'leased',
      attempt: sql`jobs.attempt + 1`,
      lease_token: sql`${sql.val(lease.secret)} || jobs.id`,
      lease_expires_at: lease.expiresAt,
      accept_by: lease.acceptBy,
      instance_id: session.id,
      runner_id: session.runnerId,
      instance: session.name,
      leased_at: now,
      accepted_at: null,
    })
    .whereRef('jobs.id', '=', 'picked.id')
    .where(isQueued)
    .returningAll()
    .execute()
  return rows.sort(byUrgency)
}

const byUrgency = (one: JobRow, other: JobRow) =>
  other.priority - one.priority || one.run_at.localeCompare(other.run_at) || one.id.localeCompare(other.id)

/** Requests the cancellation of a leased job. Keeps the time of the first request. */
export const requestCancel = (db: Db, id: string, at: string) =>
  db
    .updateTable('jobs')
    .set(({ fn, val }) => ({ cancel_requested_at: fn.coalesce('cancel_requested_at', val(at)) }))
    .where('id', '=', id)
    .where(isLeased)
    .execute()

/** Queues an ended job again with the given deadline. Keeps its attempt count. */
export const requeueJob = (
  db: Db,
  { id, run_at, deadline_at, max_attempts }: Pick<JobRow, 'id' | 'run_at' | 'deadline_at' | 'max_attempts'>,
) =>
  db
    .updateTable('jobs')
    .set({
      state: 'queued',
      run_at,
      max_attempts,
      deadline_at,
      cancel_requested_at: null,
      lease_token: null,
      result: null,
      error: null,
      finished_at: null,
      returned: 0,
    })
    .where('id', '=', id)
    .execute()

/** Replaces the payload and the due time of a job that was never assigned to a runner. */
export const rewriteQueuedJob = (
  db: Db,
  { id, payload, run_at }: Pick<JobRow, 'id' | 'payload' | 'run_at'>,
) =>
  db
    .updateTable('jobs')
    .set({ payload, run_at })
    .where('id', '=', id)
    .where('attempt', '=', 0)
    .where(isQueued)
    .returning('guild_id')
    .execute()

/** A runner's reference to a leased job, with the lease token as proof. */
export type LeaseRef = { job_id: string; lease_token: string }

/** Starts an update of the jobs that are still leased under these tokens. */
const updateLeased = (db: Db, leases: LeaseRef[], scope: Scope) =>
  db
    .updateTable('jobs')
    .where(
      'id',
      'in',
      leases.map(({ job_id }) => job_id),
    )
    .where(
      'lease_token',
      'in',
      leases.map(({ lease_token }) => lease_token),
    )
    .where(isWithin(scope))
    .where(isLeased)

type Running = { now: string; expiresAt: string; scope: Scope; session?: string }

/** Marks leased jobs as running. With `session`, moves the jobs to that session of the same runner. */
export const markRunning = (db: Db, leases: LeaseRef[], { now, expiresAt, scope, session }: Running) =>
  updateLeased(db, leases, scope)
    .set(({ fn, val }) => ({
      state: 'running',
      accepted_at: fn.coalesce('accepted_at', val(now)),
      accept_by: null,
      lease_expires_at: expiresAt,
      returned: 0,
      ...(session === undefined ? {} : { instance_id: session }),
    }))
    .returning(['id', 'guild_id'])
    .execute()

/** Extends the leases that are still active. */
export const extendLeaseRows = (db: Db, leases: LeaseRef[], expiresAt: string, scope: Scope) =>
  updateLeased(db, leases, scope)
    .set({ lease_expires_at: expiresAt })
    .returning(['id', 'cancel_requested_at', 'deadline_at'])
    .execute()

/** Returns the ids and tokens of the jobs that a session has leased. */
export const jobsOfSession = (db: Db, session: string, scope: Scope) =>
  db
    .selectFrom('jobs')
    .select(['id', 'lease_token'])
    .where(isLeased)
    .where('instance_id', '=', session)
    .where(isWithin(scope))
    .execute()

/**
 * Returns the ids of at most `limit` jobs that have an expired lease or were not accepted in time, oldest first. Skips
 * jobs leased before `since`.
 */
export const jobsWithExpiredLease = (since: string) => (db: Db, now: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(isLeased)
    .where('leased_at', '>=', since)
    .where(({ or, eb }) => or([eb('lease_expires_at', '<=', now), eb('accept_by', '<=', now)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the ids of queued jobs that missed their deadline. */
export const jobsPastDeadline = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(isQueued)
    .where('deadline_at', '<=', now)
    .orderBy('deadline_at')
    .limit(limit)
    .execute()

/** Ends queued jobs without an attempt. */
export const endQueued = (
  db: Db,
  ids: string[],
  row: { state: 'failed' | 'cancelled'; error: string; at: string },
) =>
  db
    .updateTable('jobs')
    .set({ state: row.state, error: row.error, finished_at: row.at })
    .where('id', 'in', ids)
    .where(isQueued)
    .returningAll()
    .execute()

/** Shortens every lease that expires after `beyond` to the given times. */
export const clamp = (
  db: Db,
  { beyond, expiresAt, acceptBy }: { beyond: string; expiresAt: string; acceptBy: string },
) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      lease_expires_at: expiresAt,
      accept_by: eb.case().when('accept_by', 'is', null).then(null).else(acceptBy).end(),
    }))
    .where(isLeased)
    .where('lease_expires_at', '>', beyond)
    .execute()
