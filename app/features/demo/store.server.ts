import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { insertRows, upsert } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export const upsertGuild = (db: Db, { id, name, at }: { id: string; name: string; at: string }) =>
  db
    .insertInto('guilds')
    .values({ id, name, created_at: at, stats_changed_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        name,
        stats_changed_at: at,
        stats_revision: row('guilds.stats_revision', '+', 1),
      })),
    )
    .execute()

export async function deleteStatistics(db: Db, guildId: string) {
  for (const table of [
    'events',
    'daily_stats',
    'daily_actors',
    'daily_channels',
    'daily_commands',
    'hourly_stats',
    'daily_snapshots',
    'voice_states',
  ] as const) {
    await db.deleteFrom(table).where('guild_id', '=', guildId).execute()
  }
}

/** Inserts or replaces a command or automation. An existing item keeps its id and creation time. */
export function upsertItem<T extends 'commands' | 'automations'>(
  db: Db,
  table: T,
  row: Insertable<Tables[T]>,
  key: (keyof Selectable<Tables[T]> & string)[],
) {
  const { id: _, created_at: __, version: ___, ...fresh } = row as Record<string, unknown>
  const version = sql`${sql.ref(`${table}.version`)} + 1`
  return upsert(db, table, row, { key, changed: { ...fresh, version } })
}

/** Replaces runs, jobs and attempts with the same ids. */
export async function replaceRuns(
  db: Db,
  rows: {
    runs: Insertable<Tables['runs']>[]
    jobs: Insertable<Tables['jobs']>[]
    attempts: Insertable<Tables['job_attempts']>[]
  },
) {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  await db.deleteFrom('jobs').where('id', 'in', ids(rows.jobs)).execute()
  await db.deleteFrom('runs').where('id', 'in', ids(rows.runs)).execute()
  await insertRows(db, 'runs', rows.runs)
  await insertRows(db, 'jobs', rows.jobs)
  await insertRows(db, 'job_attempts', rows.attempts)
}

/** Returns the time of the guild's snapshot, which each seed replaces. */
export const seededAt = async (db: Db, guildId: string): Promise<string | undefined> =>
  (await db.selectFrom('snapshots').select('recorded_at').where('guild_id', '=', guildId).executeTakeFirst())
    ?.recorded_at
