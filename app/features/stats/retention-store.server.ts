import type { Db } from '#app/platform/db/connection.server.ts'

/** What is counted by day, apart from who was there. */
export const dailyTables = [
  'daily_stats',
  'daily_channels',
  'daily_commands',
  'hourly_stats',
  'daily_snapshots',
] as const

type DailyTable = (typeof dailyTables)[number] | 'daily_actors'

/** Deletes at most `limit` of the guild's oldest events from before a time, and says how many. */
export const deleteEvents = async (
  db: Db,
  guildId: string,
  { occurred, received, limit }: { occurred: string; received: string; limit: number },
) => {
  const oldest = db
    .selectFrom('events')
    .select('id')
    .where('guild_id', '=', guildId)
    .where('occurred_at', '<', occurred)
    .where('received_at', '<', received)
    .orderBy('occurred_at')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('guild_id', '=', guildId)
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The oldest day of the guild before `before` that has rows in the table. */
export async function oldestDay(db: Db, table: DailyTable, guildId: string, before: string) {
  const { date } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.min('date').as('date'))
    .where('guild_id', '=', guildId)
    .where('date', '<', before)
    .executeTakeFirstOrThrow()
  return date as string | null
}

/** Deletes what one day of a guild has in the table. */
export const deleteDay = (db: Db, table: DailyTable, guildId: string, date: string) =>
  db.deleteFrom(table).where('guild_id', '=', guildId).where('date', '=', date).execute()
