import { sql, type SqlBool } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { isPostgres } from '#app/platform/db/dialect.server.ts'
import { isOut, isQueued, type JobRow } from '#app/features/jobs/store.server.ts'

/** How many unfinished jobs each session has, by guild. */
export const jobsOut = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['instance_id', 'guild_id', fn.countAll<number>().as('count')])
    .where(isOut)
    .groupBy(['instance_id', 'guild_id'])
    .execute()

/** The guilds that have jobs which are due: one step through the index for each, however many jobs it has. */
export async function guildsWaiting(db: Db, now: string): Promise<string[]> {
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
