import type { Insertable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Rows of one statement: engines bound the number of its parameters. */
const ROWS = 500

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

export const insertDays = (db: Db, rows: Insertable<Tables['daily_stats']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('daily_stats').values(chunk).execute())

export const insertActors = (db: Db, rows: Insertable<Tables['daily_actors']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('daily_actors').values(chunk).execute())

export const insertChannels = (db: Db, rows: Insertable<Tables['daily_channels']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('daily_channels').values(chunk).execute())

export const insertCommandDays = (db: Db, rows: Insertable<Tables['daily_commands']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('daily_commands').values(chunk).execute())

export const insertHours = (db: Db, rows: Insertable<Tables['hourly_stats']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('hourly_stats').values(chunk).execute())

export const insertDailySnapshots = (db: Db, rows: Insertable<Tables['daily_snapshots']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('daily_snapshots').values(chunk).execute())

export const insertEvents = (db: Db, rows: Insertable<Tables['events']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('events').values(chunk).execute())

export const upsertSnapshot = (db: Db, row: Insertable<Tables['snapshots']>) =>
  db
    .insertInto('snapshots')
    .values(row)
    .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(row))
    .execute()

/** A command that is there keeps its id and the time it was made. */
export const upsertCommand = (db: Db, row: Insertable<Tables['commands']>) => {
  const { id: _, created_at: __, version: ___, ...fresh } = row
  return db
    .insertInto('commands')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'type', 'name'])
        .doUpdateSet((update) => ({ ...fresh, version: update('commands.version', '+', 1) })),
    )
    .execute()
}

export const upsertAutomation = (db: Db, row: Insertable<Tables['automations']>) => {
  const { id: _, created_at: __, version: ___, ...fresh } = row
  return db
    .insertInto('automations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((update) => ({ ...fresh, version: update('automations.version', '+', 1) })),
    )
    .execute()
}

/** Puts these runs, jobs and attempts in the place of those that have their ids. */
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
  await db.insertInto('runs').values(rows.runs).execute()
  await db.insertInto('jobs').values(rows.jobs).execute()
  await db.insertInto('job_attempts').values(rows.attempts).execute()
}

async function inChunks<T>(rows: T[], insert: (chunk: T[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += ROWS) await insert(rows.slice(start, start + ROWS))
}
