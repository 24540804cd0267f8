import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { type Insertable, sql, type SqlBool } from 'kysely'
import { counters } from '#app/features/stats/counters.ts'
import type { DayRange } from '#app/features/stats/range.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, inChunks, insertRows } from '#app/platform/db/sql.server.ts'
import type { DailyCounters } from '#app/platform/db/tables/stats.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Deletes the rows for these days and returns the days that had rows. */
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
  insertRows(db, 'daily_stats', rows)

/** Tables of daily data, except daily actors. */
export const dailyTables = [
  'daily_stats',
  'daily_channels',
  'daily_commands',
  'hourly_stats',
  'daily_snapshots',
] as const

type DailyTable = (typeof dailyTables)[number] | 'daily_actors'

/**
 * Deletes the guild's oldest events from before the given times, up to `limit`. Returns the number of deleted events.
 */
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
  return deleted(db.deleteFrom('events').where('guild_id', '=', guildId).where('id', 'in', oldest))
}

/** Returns the guild's oldest day before `before` in a table, or null. */
export async function oldestDay(db: Db, table: DailyTable, guildId: string, before: string) {
  const { date } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.min('date').as('date'))
    .where('guild_id', '=', guildId)
    .where('date', '<', before)
    .executeTakeFirstOrThrow()
  return date as string | null
}

/** Deletes the rows for a guild and day from a table. */
export const deleteDay = (db: Db, table: DailyTable, guildId: string, date: string) =>
  db.deleteFrom(table).where('guild_id', '=', guildId).where('date', '=', date).execute()

/** Compares the guild and the date of a row with a range of days. */
export const inRange = ({ guildId, from, to }: DayRange) =>
  sql<SqlBool>`guild_id = ${guildId} and date >= ${from} and date <= ${to}`

export const guildForStats = (db: Db, guildId: string) =>
  db
    .selectFrom('guilds')
    .select(['id', 'name', 'created_at', 'stats_changed_at', 'stats_revision'])
    .where('id', '=', guildId)
    .executeTakeFirst()

export const dailyRows = (db: Db, range: DayRange) =>
  db
    .selectFrom('daily_stats')
    .select(['date', 'member_count', ...counters])
    .where(inRange(range))
    .orderBy('date')
    .execute()

/** Returns the first day of a guild with data, or undefined. */
export async function firstDay(db: Db, guildId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('daily_stats')
    .select(({ fn }) => fn.min('date').as('date'))
    .where('guild_id', '=', guildId)
    .unionAll(
      db
        .selectFrom('daily_snapshots')
        .select(({ fn }) => fn.min('date').as('date'))
        .where('guild_id', '=', guildId),
    )
    .execute()
  return found
    .flatMap(({ date }) => date ?? [])
    .sort()
    .at(0)
}

/** Returns the sums and the peak for a range of days. */
export async function periodTotals(db: Db, range: DayRange): Promise<DailyCounters> {
  const sums = await db
    .selectFrom('daily_stats')
    .select(({ fn }) =>
      counters.map((name) =>
        (name === 'voice_peak_concurrent' ? fn.max<number | null>(name) : fn.sum<number | null>(name)).as(
          name,
        ),
      ),
    )
    .where(inRange(range))
    .executeTakeFirstOrThrow()
  return Object.fromEntries(counters.map((name) => [name, sums[name] ?? 0])) as DailyCounters
}

export const hourlyRows = (db: Db, range: DayRange) =>
  db
    .selectFrom('hourly_stats')
    .select(['date', 'hour', 'message_count', 'total_events'])
    .where(inRange(range))
    .orderBy('date')
    .orderBy('hour')
    .execute()

export const topChannels = (db: Db, range: DayRange) =>
  db
    .selectFrom('daily_channels')
    .select(({ fn }) => [
      'channel_id',
      fn.max('name').as('name'),
      fn.sum<number>('message_count').as('message_count'),
    ])
    .where(inRange(range))
    .groupBy('channel_id')
    .orderBy('message_count', 'desc')
    .orderBy('channel_id')
    .limit(10)
    .execute()

export const topCommands = (db: Db, range: DayRange) =>
  db
    .selectFrom('daily_commands')
    .select(({ fn }) => [
      'name',
      fn.sum<number>('use_count').as('use_count'),
      fn.sum<number>('error_count').as('error_count'),
    ])
    .where(inRange(range))
    .groupBy('name')
    .orderBy('use_count', 'desc')
    .orderBy('name')
    .limit(10)
    .execute()

/** Place in a list of daily rows: after the row of this day and key. */
export type Place = { date: string | undefined; key: string | undefined; limit: number }

/** Returns messages by day and channel, newest day first, then by channel. */
export function channelDays(db: Db, range: DayRange, { date, key = '', limit }: Place) {
  const query = db
    .selectFrom('daily_channels')
    .select(['date', 'channel_id', 'name', 'message_count'])
    .where(inRange(range))
    .orderBy('date', 'desc')
    .orderBy('channel_id')
    .limit(limit)
  if (date === undefined) return query.execute()
  return query
    .where(({ or, and, eb }) =>
      or([eb('date', '<', date), and([eb('date', '=', date), eb('channel_id', '>', key)])]),
    )
    .execute()
}

/** Returns uses by day and command, newest day first, then by name. */
export function commandDays(db: Db, range: DayRange, { date, key = '', limit }: Place) {
  const query = db
    .selectFrom('daily_commands')
    .select(['date', 'name', 'use_count', 'error_count'])
    .where(inRange(range))
    .orderBy('date', 'desc')
    .orderBy('name')
    .limit(limit)
  if (date === undefined) return query.execute()
  return query
    .where(({ or, and, eb }) =>
      or([eb('date', '<', date), and([eb('date', '=', date), eb('name', '>', key)])]),
    )
    .execute()
}

/**
 * Returns the later of two change times, so that clock differences between instances never move the stored time back.
 */
const laterOf = (at: string) =>
  sql<string>`case when stats_changed_at > ${at} then stats_changed_at else ${at} end`

const marked = (at: string) => ({
  stats_changed_at: laterOf(at),
  stats_revision: sql<number>`stats_revision + 1`,
})

/** Raises a guild's revision and change time. Returns undefined for an unknown guild. */
export const markChanged = (db: Db, guildId: string, at: string) =>
  db.updateTable('guilds').set(marked(at)).where('id', '=', guildId).returning('id').executeTakeFirst()

/** Raises the revisions and change times of guilds. */
export const raiseRevisions = (db: Db, guildIds: string[], at: string) =>
  inChunks(guildIds, (chunk) => db.updateTable('guilds').set(marked(at)).where('id', 'in', chunk).execute())

/**
 * Locks the guild's row, and raises the guild's revision if the event is new. Returns undefined for an unknown guild.
 */
export const lockAndRaiseRevision = (
  db: Db,
  { guild_id, id }: { guild_id: string; id: string },
  at: string,
) => {
  const known = sql`exists (select 1 from events where events.guild_id = ${guild_id} and events.id = ${id})`
  return db
    .updateTable('guilds')
    .set({
      stats_changed_at: sql`case when ${known} then stats_changed_at else ${laterOf(at)} end`,
      stats_revision: sql`stats_revision + case when ${known} then 0 else 1 end`,
    })
    .where('id', '=', guild_id)
    .returning('id')
    .executeTakeFirst()
}

/** Returns the sum of the member counts of all guilds except the demo guild. A person in two guilds counts twice. */
export const memberTotal = (db: Db) =>
  db
    .selectFrom('snapshots')
    .select(({ fn }) => fn.sum<number | string | null>('member_count').as('members'))
    .where('guild_id', '!=', DEMO_GUILD.id)
    .executeTakeFirstOrThrow()

export const messagesSince = (db: Db, guildIds: string[], from: string) =>
  db
    .selectFrom('daily_stats')
    .select(({ fn }) => ['guild_id', fn.sum<number>('message_count').as('messages')])
    .where('guild_id', 'in', guildIds)
    .where('date', '>=', from)
    .groupBy('guild_id')
    .execute()
