import { sql, type Selectable, type SqlBool } from 'kysely'
import { inChunks } from '#app/platform/db/chunks.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { JobsQuery } from '#app/features/jobs/list.ts'
import { isOut, isQueued } from '#app/features/jobs/store.server.ts'

export type ListedJobRow = Selectable<Tables['jobs']>
export type AttemptRow = Selectable<Tables['job_attempts']>

/** The newest first. */
export function jobRows(
  db: Db,
  { guildId, state, type, before, limit }: JobsQuery & { guildId: string },
): Promise<ListedJobRow[]> {
  let query = db.selectFrom('jobs').selectAll().where('guild_id', '=', guildId)
  if (state) query = query.where('state', '=', state)
  if (type) query = query.where('type', '=', type)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const jobById = (db: Db, guildId: string, id: string) =>
  db.selectFrom('jobs').selectAll().where('guild_id', '=', guildId).where('id', '=', id).executeTakeFirst()

/** The oldest first. */
export const attemptsOf = (db: Db, jobId: string): Promise<AttemptRow[]> =>
  db
    .selectFrom('job_attempts')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('leased_at')
    .orderBy('ended_at')
    .orderBy('id')
    .execute()

export const countByState = (db: Db, guildId: string) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('guild_id', '=', guildId)
    .groupBy('state')
    .execute()

/** How many jobs each session of a runner has under way. */
export const countByInstance = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => ['instance_id', fn.countAll<number>().as('count')])
    .where(isOut)
    .where('instance_id', 'is not', null)
    .groupBy('instance_id')
    .execute()

const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
  (await query.executeTakeFirstOrThrow()).count

/** How many jobs are under way, due, and to be done later; of one guild, or of all. */
export async function countQueue(db: Db, now: string, guildId?: string) {
  let jobs = db.selectFrom('jobs').select(({ fn }) => fn.countAll<number>().as('count'))
  if (guildId !== undefined) jobs = jobs.where('guild_id', '=', guildId)
  const queued = jobs.where(isQueued)
  return {
    running: await countOf(jobs.where(isOut)),
    waiting: await countOf(queued.where('run_at', '<=', now)),
    later: await countOf(queued.where('run_at', '>', now)),
  }
}

/** When the job that a guild, or any, has waited for longest was due, if that was before a time; null otherwise. */
export async function overdueSince(db: Db, before: string, guildId?: string): Promise<string | null> {
  const due = db.selectFrom('jobs').select('run_at').where(isQueued).where('run_at', '<', before)
  const own = guildId === undefined ? due : due.where('guild_id', '=', guildId)
  return (await own.orderBy('run_at').limit(1).executeTakeFirst())?.run_at ?? null
}

/** Written out, so that the index of the dead ones counts. */
const isDead = sql<SqlBool>`jobs.state = 'dead'`

/** How many jobs of each guild have died since a time, and when the last of them did. */
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

/** Of each guild that has waited since before a time, when the job that waits longest was due. */
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
