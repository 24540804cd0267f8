import type { Insertable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import { inChunks } from '#app/platform/db/chunks.ts'

/** Deletes the rows of these days and returns the days that had one. */
export const deleteDays = (
  db: Db,
  table: 'daily_stats' | 'daily_snapshots',
  guildId: string,
  dates: string[],
) =>
  inChunks(dates, (chunk) =>
    db
      .deleteFrom(table)
      .where('guild_id', '=', guildId)
      .where('date', 'in', chunk)
      .returning('date')
      .execute(),
  )

export const insertDays = (db: Db, rows: Insertable<Tables['daily_stats']>[]) =>
  inChunks(rows, (chunk) => db.insertInto('daily_stats').values(chunk).execute())
