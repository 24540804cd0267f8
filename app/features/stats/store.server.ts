import { type Insertable, sql } from 'kysely'
import { counters } from '#app/features/stats/counters.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, inChunks, insertRows } from '#app/platform/db/sql.server.ts'
import type { DailyCounters } from '#app/platform/db/tables/stats.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

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
  insertRows(db, 'daily_stats', rows)

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
  return deleted(db.deleteFrom('events').where('guild_id', '=', guildId).where('id', 'in', oldest))
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

type Range = { guildId: string; from: string; to: string }

export const guildForStats = (db: Db, guildId: string) =>
  db
    .selectFrom('guilds')
    .select(['id', 'name', 'created_at', 'stats_changed_at', 'stats_revision'])
    .where('id', '=', guildId)
    .executeTakeFirst()

export const dailyRows = (db: Db, { guildId, from, to }: Range) =>
  db
    .selectFrom('daily_stats')
    .select(['date', 'member_count', ...counters])
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute()

/** The first day that anything is known of. */
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

/** What the days have together. */
export async function periodTotals(db: Db, { guildId, from, to }: Range): Promise<DailyCounters> {
  const sums = await db
    .selectFrom('daily_stats')
    .select(({ fn }) =>
      counters.map((name) =>
        (name === 'voice_peak_concurrent' ? fn.max<number | null>(name) : fn.sum<number | null>(name)).as(
          name,
        ),
      ),
    )
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .executeTakeFirstOrThrow()
  return Object.fromEntries(counters.map((name) => [name, sums[name] ?? 0])) as DailyCounters
}

export const hourlyRows = (db: Db, { guildId, from, to }: Range) =>
  db
    .selectFrom('hourly_stats')
    .select(['date', 'hour', 'message_count', 'total_events'])
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .orderBy('hour')
    .execute()

export const topChannels = (db: Db, { guildId, from, to }: Range) =>
  db
    .selectFrom('daily_channels')
    .select(({ fn }) => [
      'channel_id',
      fn.max('name').as('name'),
      fn.sum<number>('message_count').as('message_count'),
    ])
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('channel_id')
    .orderBy('message_count', 'desc')
    .orderBy('channel_id')
    .limit(10)
    .execute()

export const topCommands = (db: Db, { guildId, from, to }: Range) =>
  db
    .selectFrom('daily_commands')
    .select(({ fn }) => [
      'name',
      fn.sum<number>('use_count').as('use_count'),
      fn.sum<number>('error_count').as('error_count'),
    ])
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('name')
    .orderBy('use_count', 'desc')
    .orderBy('name')
    .limit(10)
    .execute()

/** The time of the last change never goes back, whatever the clocks of two instances say. */
const laterOf = (at: string) =>
  sql<string>`case when stats_changed_at > ${at} then stats_changed_at else ${at} end`

const marked = (at: string) => ({
  stats_changed_at: laterOf(at),
  stats_revision: sql<number>`stats_revision + 1`,
})

/** Raises the revision and the time of the last change. Undefined when there is no such guild. */
export const markChanged = (db: Db, guildId: string, at: string) =>
  db.updateTable('guilds').set(marked(at)).where('id', '=', guildId).returning('id').executeTakeFirst()

/** Raises the revision and the time of the last change of several guilds. */
export const raiseRevisions = (db: Db, guildIds: string[], at: string) =>
  inChunks(guildIds, (chunk) => db.updateTable('guilds').set(marked(at)).where('id', 'in', chunk).execute())

/** Takes the guild's row lock, and marks the change that the event will be unless it is known. Undefined without the guild. */
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

export const latestSnapshots = (db: Db, guildIds: string[]) =>
  db.selectFrom('snapshots').select(['guild_id', 'member_count']).where('guild_id', 'in', guildIds).execute()

export const messagesSince = (db: Db, guildIds: string[], from: string) =>
  db
    .selectFrom('daily_stats')
    .select(({ fn }) => ['guild_id', fn.sum<number>('message_count').as('messages')])
    .where('guild_id', 'in', guildIds)
    .where('date', '>=', from)
    .groupBy('guild_id')
    .execute()
