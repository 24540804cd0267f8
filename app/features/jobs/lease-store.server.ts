import { sql, type SqlBool } from 'kysely'
import { isLeased, isQueued, isWithin, type JobRow, type Scope } from '#app/features/jobs/store.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'

/** How many unfinished jobs each session has, by guild. */
export const countLeasedJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['instance_id', 'guild_id', fn.countAll<number>().as('count')])
    .where(isLeased)
    .groupBy(['instance_id', 'guild_id'])
    .execute()

/** The guilds that have jobs which are due: one step through the index for each, however many jobs it has. */
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

/** When the next job that waits is due; null when none waits. */
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
  /** The types that may be taken; null for all. */
  types: readonly string[] | null
  session: { id: string; runnerId: string; name: string }
  /** What the tokens begin with; the job’s id makes each a token of its own. */
  secret: string
  now: string
  acceptBy: string
  expiresAt: string
}

/** Leases jobs that are due, in one statement: of all who claim, one gets a job, and nobody waits for another. */
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

/** Notes that a job which a runner has is not wanted any more; the first time counts. */
export const requestCancel = (db: Db, id: string, at: string) =>
  db
    .updateTable('jobs')
    .set(({ fn, val }) => ({ cancel_requested_at: fn.coalesce('cancel_requested_at', val(at)) }))
    .where('id', '=', id)
    .where(isLeased)
    .execute()

/** Lets a job that has ended begin anew, without a deadline. Its attempts are counted on. */
export const requeueJob = (
  db: Db,
  { id, run_at, max_attempts }: { id: string; run_at: string; max_attempts: number },
) =>
  db
    .updateTable('jobs')
    .set({
      state: 'queued',
      run_at,
      max_attempts,
      deadline_at: null,
      cancel_requested_at: null,
      lease_token: null,
      result: null,
      error: null,
      finished_at: null,
      returned: 0,
    })
    .where('id', '=', id)
    .execute()

/** What a runner says that it has: the job, and the token that proves it. */
export type LeaseRef = { job_id: string; lease_token: string }

const leaseColumns = (leases: LeaseRef[]) => ({
  ids: leases.map(({ job_id }) => job_id),
  tokens: leases.map(({ lease_token }) => lease_token),
})

/** Those that were leased under these tokens and are taken on now, or were before. */
export function markRunning(
  db: Db,
  leases: LeaseRef[],
  { now, expiresAt, scope }: { now: string; expiresAt: string; scope: Scope },
) {
  const { ids, tokens } = leaseColumns(leases)
  return db
    .updateTable('jobs')
    .set(({ fn, val }) => ({
      state: 'running',
      accepted_at: fn.coalesce('accepted_at', val(now)),
      accept_by: null,
      lease_expires_at: expiresAt,
      returned: 0,
    }))
    .where('id', 'in', ids)
    .where('lease_token', 'in', tokens)
    .where(isWithin(scope))
    .where(isLeased)
    .returning(['id', 'guild_id'])
    .execute()
}

/** Makes the leases that are still held end later. */
export function extendLeaseRows(
  db: Db,
  leases: LeaseRef[],
  { expiresAt, scope }: { expiresAt: string; scope: Scope },
) {
  const { ids, tokens } = leaseColumns(leases)
  return db
    .updateTable('jobs')
    .set({ lease_expires_at: expiresAt })
    .where('id', 'in', ids)
    .where('lease_token', 'in', tokens)
    .where(isWithin(scope))
    .where(isLeased)
    .returning(['id', 'cancel_requested_at', 'deadline_at'])
    .execute()
}

/** Gives leases that are still held to another session of the same runner, which goes on with them. */
export function moveLeasesToSession(
  db: Db,
  leases: LeaseRef[],
  { session, scope, now, expiresAt }: { session: string; scope: Scope; now: string; expiresAt: string },
) {
  const { ids, tokens } = leaseColumns(leases)
  return db
    .updateTable('jobs')
    .set(({ fn, val }) => ({
      state: 'running',
      instance_id: session,
      accepted_at: fn.coalesce('accepted_at', val(now)),
      accept_by: null,
      lease_expires_at: expiresAt,
      returned: 0,
    }))
    .where('id', 'in', ids)
    .where('lease_token', 'in', tokens)
    .where(isWithin(scope))
    .where(isLeased)
    .returning('id')
    .execute()
}

/** The jobs that a session has. */
export const jobsOfSession = (db: Db, session: string, scope: Scope) =>
  db
    .selectFrom('jobs')
    .select(['id', 'lease_token'])
    .where(isLeased)
    .where('instance_id', '=', session)
    .where(isWithin(scope))
    .execute()

/** The ids of jobs leased since a time whose lease is over, and of those that nobody took on in time; some at a time, the longest waiting first. */
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

/** The ids of jobs that nobody has begun before their deadline. */
export const jobsPastDeadline = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(isQueued)
    .where('deadline_at', '<=', now)
    .orderBy('deadline_at')
    .limit(limit)
    .execute()

/** Ends jobs that are in the queue, without an attempt. */
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

/** Has every lease that ends after `beyond` end at these times. */
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
