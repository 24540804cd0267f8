import { type Insertable, type RawBuilder, sql } from 'kysely'
import { counters, gauges, noCounters } from '#app/features/stats/counters.ts'
import { inChunks } from '#app/platform/db/sql.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export const latestSnapshot = (db: Db, guildId: string) =>
  db.selectFrom('snapshots').selectAll().where('guild_id', '=', guildId).executeTakeFirst()

export const upsertSnapshot = (db: Db, row: Insertable<Tables['snapshots']>) =>
  db
    .insertInto('snapshots')
    .values(row)
    .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(row))
    .execute()

const replaced = Object.fromEntries(
  (['recorded_at', ...gauges] as const).map((name) => [name, sql.ref(`excluded.${name}`)]),
)

/** The last snapshot of a day is the one that is kept. */
export const upsertDailySnapshots = (db: Db, rows: Insertable<Tables['daily_snapshots']>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_snapshots')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'date']).doUpdateSet(replaced))
      .execute(),
  )

export const setMemberCount = (
  db: Db,
  { guildId, date }: { guildId: string; date: string },
  memberCount: number,
) =>
  db
    .insertInto('daily_stats')
    .values({ guild_id: guildId, date, ...noCounters, member_count: memberCount })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'date']).doUpdateSet({ member_count: memberCount }),
    )
    .execute()

/** How the guild stood on the days from `from` to `to`, the oldest first; days that nobody told of are not there. */
export const dailySnapshots = (
  db: Db,
  { guildId, from, to }: { guildId: string; from: string; to: string },
) =>
  db
    .selectFrom('daily_snapshots')
    .select(['date', 'recorded_at', ...gauges])
    .where('guild_id', '=', guildId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute()

type Row<T extends keyof Tables> = Insertable<Tables[T]>

/** The keys of the events that are new. */
export const insertEvents = (db: Db, rows: Row<'events'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('events')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'id']).doNothing())
      .returning(['guild_id', 'id'])
      .execute(),
  )

/** Those who were not there yet on that day. */
export const insertActors = (db: Db, rows: Row<'daily_actors'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_actors')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['guild_id', 'date', 'kind', 'user_id']).doNothing())
      .returning(['guild_id', 'date', 'kind'])
      .execute(),
  )

/** `name = table.name + excluded.name`: the sum is made in the statement, so that no writer loses another's count. */
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

/** Adds to the counters of days, and raises their peaks to those that are higher. */
export const addToDays = (db: Db, rows: Row<'daily_stats'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_stats')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['guild_id', 'date']).doUpdateSet({ ...sums, voice_peak_concurrent: highest }),
      )
      .execute(),
  )

export const addToHours = (db: Db, rows: Row<'hourly_stats'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('hourly_stats')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['guild_id', 'date', 'hour'])
          .doUpdateSet(added('hourly_stats', ['message_count', 'total_events'])),
      )
      .execute(),
  )

export const addToChannels = (db: Db, rows: Row<'daily_channels'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_channels')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['guild_id', 'date', 'channel_id']).doUpdateSet({
          ...added('daily_channels', ['message_count']),
          name: sql.ref('excluded.name'),
        }),
      )
      .execute(),
  )

export const addToCommands = (db: Db, rows: Row<'daily_commands'>[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('daily_commands')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['guild_id', 'date', 'name'])
          .doUpdateSet(added('daily_commands', ['use_count', 'error_count'])),
      )
      .execute(),
  )

export async function inVoice(db: Db, guildId: string) {
  const { count } = await db
    .selectFrom('voice_states')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('guild_id', '=', guildId)
    .executeTakeFirstOrThrow()
  return count
}

/** Since when the users are in voice; who is not is left out. */
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
  inChunks(rows, (chunk) =>
    db
      .insertInto('voice_states')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['guild_id', 'user_id']).doUpdateSet({ joined_at: sql.ref('excluded.joined_at') }),
      )
      .execute(),
  )

export const deleteVoiceStates = (db: Db, guildId: string, userIds: string[]) =>
  inChunks(userIds, (chunk) =>
    db.deleteFrom('voice_states').where('guild_id', '=', guildId).where('user_id', 'in', chunk).execute(),
  )
