import { type Insertable, type RawBuilder, sql } from 'kysely'
import { counters, gauges, zeroCounters } from '#app/features/stats/counters.ts'
import type { DayRange } from '#app/features/stats/range.ts'
import { inRange } from '#app/features/stats/store.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { countRows, inChunks, upsert } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

export const latestSnapshot = (db: Db, guildId: string) =>
  db.selectFrom('snapshots').selectAll().where('guild_id', '=', guildId).executeTakeFirst()

export const upsertSnapshot = (db: Db, row: Row<'snapshots'>) =>
  upsert(db, 'snapshots', row, { key: ['guild_id'] })

/** Stores daily snapshots. Keeps the last snapshot of each day. */
export const upsertDailySnapshots = (db: Db, rows: Row<'daily_snapshots'>[]) =>
  upsert(db, 'daily_snapshots', rows, { key: ['guild_id', 'date'] })

export const setMemberCount = (
  db: Db,
  { guildId, date }: { guildId: string; date: string },
  member_count: number,
) =>
  upsert(
    db,
    'daily_stats',
    { guild_id: guildId, date, ...zeroCounters, member_count },
    { key: ['guild_id', 'date'], changed: { member_count } },
  )

/** Returns the snapshots from `from` to `to`, oldest first. Days without a snapshot are missing. */
export const dailySnapshots = (db: Db, range: DayRange) =>
  db
    .selectFrom('daily_snapshots')
    .select(['date', 'recorded_at', ...gauges])
    .where(inRange(range))
    .orderBy('date')
    .execute()

/** Inserts events and returns the keys of the new events. */
export const insertEvents = (db: Db, rows: Row<'events'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('events')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'id']).doNothing())
      .returning(['guild_id', 'id'])
      .execute(),
  )

/** Inserts daily actors and returns the new actors. */
export const insertActors = (db: Db, rows: Row<'daily_actors'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_actors')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'date', 'kind', 'user_id']).doNothing())
      .returning(['guild_id', 'date', 'kind'])
      .execute(),
  )

/** Returns `name = table.name + excluded.name`. Adding in SQL prevents lost updates. */
const added = (table: keyof Tables, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`]),
  )

const sums = added(
  'daily_stats',
  counters.filter((name) => name !== 'voice_peak_concurrent'),
)
const highest: RawBuilder<number> = sql`case when excluded.voice_peak_concurrent > daily_stats.voice_peak_concurrent
  then excluded.voice_peak_concurrent else daily_stats.voice_peak_concurrent end`

/** Adds to the counters of days and raises their peaks. */
export const addToDays = (db: Db, rows: Row<'daily_stats'>[]) =>
  upsert(db, 'daily_stats', rows, {
    key: ['guild_id', 'date'],
    changed: { ...sums, voice_peak_concurrent: highest },
  })

export const addToHours = (db: Db, rows: Row<'hourly_stats'>[]) =>
  upsert(db, 'hourly_stats', rows, {
    key: ['guild_id', 'date', 'hour'],
    changed: added('hourly_stats', ['message_count', 'total_events']),
  })

export const addToChannels = (db: Db, rows: Row<'daily_channels'>[]) =>
  upsert(db, 'daily_channels', rows, {
    key: ['guild_id', 'date', 'channel_id'],
    changed: { ...added('daily_channels', ['message_count']), name: sql.ref('excluded.name') },
  })

export const addToCommands = (db: Db, rows: Row<'daily_commands'>[]) =>
  upsert(db, 'daily_commands', rows, {
    key: ['guild_id', 'date', 'name'],
    changed: added('daily_commands', ['use_count', 'error_count']),
  })

export const countInVoice = (db: Db, guildId: string) =>
  countRows(db.selectFrom('voice_states').where('guild_id', '=', guildId))

/** Returns the join times of the users who are in voice channels. */
export const voiceStates = (db: Db, guildId: string, userIds: string[]) =>
  inChunks(userIds, (chunk) =>
    db
      .selectFrom('voice_states')
      .select(['user_id', 'joined_at'])
      .where('guild_id', '=', guildId)
      .where('user_id', 'in', chunk)
      .execute(),
  )

export const setVoiceStates = (db: Db, rows: Row<'voice_states'>[]) =>
  upsert(db, 'voice_states', rows, { key: ['guild_id', 'user_id'] })

export const deleteVoiceStates = (db: Db, guildId: string, userIds: string[]) =>
  inChunks(userIds, (chunk) =>
    db.deleteFrom('voice_states').where('guild_id', '=', guildId).where('user_id', 'in', chunk).execute(),
  )
