import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { JobSort, JobsQuery } from '#app/features/jobs/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import {
  valuesTable,
  inChunks,
  insertRows,
  is,
  isPostgres,
  listedAfter,
} from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type JobRow = Selectable<Tables['jobs']>
type NewRow = Insertable<Tables['jobs']>

/** Uses a literal because SQLite uses a partial index only if the condition has the same text. */
export const isQueued = sql<SqlBool>`jobs.state = 'queued'`
export const isLeased = sql<SqlBool>`jobs.state in ('leased', 'running')`

/** Leases that a statement can change: the leases of one runner, of one guild, or all leases. */
export type Scope = { runnerId?: string; guildId?: string | null }

/** Returns the condition that limits a statement about jobs to a scope. */
export function isWithin({ runnerId, guildId }: Scope) {
  const isOfRunner = runnerId === undefined ? sql`1 = 1` : sql`jobs.runner_id = ${runnerId}`
  const isOfGuild = guildId ? sql`jobs.guild_id = ${guildId}` : sql`1 = 1`
  return sql<SqlBool>`(${isOfRunner} and ${isOfGuild})`
}

/**
 * Inserts jobs with a new key and returns them. In PostgreSQL, a concurrent insert of the same key waits for the first
 * commit.
 */
export const insertJobs = (db: Db, rows: NewRow[]): Promise<JobRow[]> =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('jobs')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'type', 'idempotency_key']).doNothing())
      .returningAll()
      .execute(),
  )

export const jobsByKey = (db: Db, rows: Pick<NewRow, 'guild_id' | 'type' | 'idempotency_key'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .selectFrom('jobs')
      .selectAll()
      .where(({ or, and }) =>
        or(chunk.map(({ guild_id, type, idempotency_key }) => and({ guild_id, type, idempotency_key }))),
      )
      .execute(),
  )

/** Locks jobs until the transaction ends, in order of their ids. */
export const lockJobs = (db: Db, ids: string[], scope: Scope = {}): Promise<JobRow[]> =>
  inChunks(ids.toSorted(), (chunk) =>
    db
      .selectFrom('jobs')
      .selectAll()
      .where('id', 'in', chunk)
      .where(isWithin(scope))
      .orderBy('id')
      .$if(isPostgres(db), (query) => query.forUpdate())
      .execute(),
  )

/** Returns the guilds of these jobs in a fixed order. */
export async function guildsOfJobs(db: Db, ids: string[], scope: Scope = {}): Promise<string[]> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom('jobs')
      .select('guild_id')
      .distinct()
      .where('id', 'in', chunk)
      .where(isWithin(scope))
      .execute(),
  )
  return [...new Set(rows.map((row) => row.guild_id))].sort()
}

const written = {
  id: 'text',
  lease_token: 'text',
  state: 'text',
  attempt: 'integer',
  returned: 'integer',
  run_at: 'text',
  result: 'text',
  error: 'text',
  finished_at: 'text',
} as const

/** Updated columns of a job after an attempt. `lease_token` is the token of that attempt. */
export type EndedJob = Pick<JobRow, keyof typeof written>

/**
 * Writes the results of attempts and returns the updated ids. Requeued jobs lose their token. Ended jobs keep their
 * token to detect duplicate reports. Skips jobs with another token.
 */
export const writeEndedJobs = (db: Db, endings: EndedJob[]): Promise<{ id: string }[]> =>
  inChunks(endings, async (chunk) => {
    const { rows } = await sql<{ id: string }>`
      with ${valuesTable(written, chunk)}
      update jobs set
        state = given.state,
        attempt = given.attempt,
        returned = given.returned,
        run_at = given.run_at,
        result = given.result,
        error = given.error,
        finished_at = given.finished_at,
        lease_token = case when given.state = 'queued' then null else jobs.lease_token end,
        lease_expires_at = null,
        accept_by = null,
        instance_id = null,
        leased_at = null,
        accepted_at = null
      from given
      where jobs.id = given.id and jobs.lease_token = given.lease_token and jobs.state in ('leased', 'running')
      returning jobs.id`.execute(db)
    return rows
  })

export const insertAttempts = (db: Db, rows: Insertable<Tables['job_attempts']>[]) =>
  insertRows(db, 'job_attempts', rows, ['id'])

export const attemptsByToken = (db: Db, tokens: string[]) =>
  inChunks(tokens, (chunk) =>
    db
      .selectFrom('job_attempts')
      .select(['id', 'job_id', 'runner_id', 'outcome'])
      .where('id', 'in', chunk)
      .execute(),
  )

/** Stores a late report for an attempt, unless a late report is already stored. */
export const saveLateReport = (db: Db, { id, job_id, late }: { id: string; job_id: string; late: string }) =>
  db
    .updateTable('job_attempts')
    .set(({ fn, val }) => ({ late: fn.coalesce('late', val(late)) }))
    .where(is('job_attempts', { id, job_id }))
    .execute()

export type ListedJobRow = Selectable<Tables['jobs']>
export type AttemptRow = Selectable<Tables['job_attempts']>

const sortColumns = { created_at: ['id'], type: ['type', 'id'], state: ['state', 'id'] } as const

/** Returns a guild's jobs after a job, by default newest first. */
export function jobRows(
  db: Db,
  { guildId, state, type, sort = 'created_at', order, limit }: JobsQuery & JobSort & { guildId: string },
  after: Partial<JobRow> | undefined,
) {
  let query = db.selectFrom('jobs').selectAll().where('guild_id', '=', guildId)
  if (state) query = query.where('state', '=', state)
  if (type) query = query.where('type', '=', type)
  return listedAfter(query, { by: sortColumns[sort], order, after, limit })
}

export const jobById = (db: Db, guildId: string, id: string) =>
  db.selectFrom('jobs').selectAll().where('guild_id', '=', guildId).where('id', '=', id).executeTakeFirst()

/** Returns a job's attempts, oldest first. */
export const attemptsOf = (db: Db, jobId: string): Promise<AttemptRow[]> =>
  db
    .selectFrom('job_attempts')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('leased_at')
    .orderBy('ended_at')
    .orderBy('id')
    .execute()

export const countByState = (db: Db, { guildId, type }: Pick<JobsQuery, 'type'> & { guildId: string }) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where(is('jobs', type ? { guild_id: guildId, type } : { guild_id: guildId }))
    .groupBy('state')
    .execute()

/** Counts the running jobs of each runner session. */
export const countByInstance = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['instance_id', fn.countAll<number>().as('count')])
    .where(isLeased)
    .where('instance_id', 'is not', null)
    .groupBy('instance_id')
    .execute()

const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
  (await query.executeTakeFirstOrThrow()).count

/** Counts the running, due and later jobs in one guild or in all guilds. */
export async function countQueue(db: Db, now: string, guildId?: string) {
  let jobs = db.selectFrom('jobs').select(({ fn }) => fn.countAll<number>().as('count'))
  if (guildId !== undefined) jobs = jobs.where('guild_id', '=', guildId)
  const queued = jobs.where(isQueued)
  return {
    running: await countOf(jobs.where(isLeased)),
    waiting: await countOf(queued.where('run_at', '<=', now)),
    later: await countOf(queued.where('run_at', '>', now)),
  }
}

/**
 * Returns the earliest due time of the queued jobs in one guild or in all guilds. Returns null if no job is due before
 * `before`.
 */
export async function overdueSince(db: Db, before: string, guildId?: string): Promise<string | null> {
  const due = db.selectFrom('jobs').select('run_at').where(isQueued).where('run_at', '<', before)
  const own = guildId === undefined ? due : due.where('guild_id', '=', guildId)
  return (await own.orderBy('run_at').limit(1).executeTakeFirst())?.run_at ?? null
}

/** Returns the last error of a queued job of a guild with an error code, or null. */
export async function queuedError(db: Db, guildId: string, code: string): Promise<JobRow['error']> {
  const found = db
    .selectFrom('jobs')
    .select('error')
    .where(isQueued)
    .where('guild_id', '=', guildId)
    .where('error', 'like', `%"code":"${code}"%`)
  return (await found.orderBy('run_at', 'desc').limit(1).executeTakeFirst())?.error ?? null
}

/** Uses a literal so that the partial index on dead jobs applies. */
const isDead = sql<SqlBool>`jobs.state = 'dead'`

/** Counts the jobs that died since a time, by guild, with the time of the last dead job. */
export const deadSince = (db: Db, guildIds: string[], since: string) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('jobs')
      .select(({ fn }) => [
        'guild_id',
        fn.countAll<number>().as('total'),
        fn.max<string | null>('finished_at').as('last_at'),
      ])
      .where(isDead)
      .where('guild_id', 'in', chunk)
      .where('finished_at', '>=', since)
      .groupBy('guild_id')
      .execute(),
  )

/** Returns the guilds with jobs due before a time, and each guild's earliest due time. */
export const overdueIn = (db: Db, guildIds: string[], before: string) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('jobs')
      .select(({ fn }) => ['guild_id', fn.min('run_at').as('since')])
      .where(isQueued)
      .where('run_at', '<', before)
      .where('guild_id', 'in', chunk)
      .groupBy('guild_id')
      .execute(),
  )
