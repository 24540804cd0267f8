import type { Insertable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { DailyCounters, Tables } from '#app/db/tables.ts'
import { noCounters } from '#app/features/stats/store.server.ts'

type Day = { guildId: string; date: string }

/** True when the event is new. */
export const insertEvent = async (db: Db, row: Insertable<Tables['events']>) =>
  Boolean(
    await db
      .insertInto('events')
      .values(row)
      .onConflict((conflict) => conflict.columns(['guild_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst(),
  )

/** Adds to the counters of a day, in the statement, so that two writers cannot lose each other's count. */
export function addToDay(db: Db, { guildId, date }: Day, plus: Partial<DailyCounters>) {
  const names = Object.keys(plus) as (keyof DailyCounters)[]
  return db
    .insertInto('daily_stats')
    .values({ guild_id: guildId, date, member_count: null, ...noCounters, ...plus })
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'date'])
        .doUpdateSet((row) =>
          Object.fromEntries(
            names.map((name) => [name, row(`daily_stats.${name}`, '+', row.ref(`excluded.${name}`))]),
          ),
        ),
    )
    .execute()
}

export const setMemberCount = (db: Db, { guildId, date }: Day, memberCount: number) =>
  db
    .insertInto('daily_stats')
    .values({ guild_id: guildId, date, ...noCounters, member_count: memberCount })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'date']).doUpdateSet({ member_count: memberCount }),
    )
    .execute()

/** Raises the day's peak to `concurrent` when it was lower. */
export const raisePeak = (db: Db, { guildId, date }: Day, concurrent: number) =>
  db
    .updateTable('daily_stats')
    .set({ voice_peak_concurrent: concurrent })
    .where('guild_id', '=', guildId)
    .where('date', '=', date)
    .where('voice_peak_concurrent', '<', concurrent)
    .execute()

/** True when this is the user's first such event of the day. */
export const insertActor = async (
  db: Db,
  { guildId, date }: Day,
  kind: 'message' | 'voice',
  userId: string,
) =>
  Boolean(
    await db
      .insertInto('daily_actors')
      .values({ guild_id: guildId, date, kind, user_id: userId })
      .onConflict((conflict) => conflict.columns(['guild_id', 'date', 'kind', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst(),
  )

export const addToChannel = (db: Db, { guildId, date }: Day, channel: { id: string; name: string }) =>
  db
    .insertInto('daily_channels')
    .values({ guild_id: guildId, date, channel_id: channel.id, name: channel.name, message_count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'date', 'channel_id']).doUpdateSet((row) => ({
        name: channel.name,
        message_count: row('daily_channels.message_count', '+', 1),
      })),
    )
    .execute()

export const addToCommand = (db: Db, { guildId, date }: Day, name: string, errors: number) =>
  db
    .insertInto('daily_commands')
    .values({ guild_id: guildId, date, name, use_count: 1, error_count: errors })
    .onConflict((conflict) =>
      conflict.columns(['guild_id', 'date', 'name']).doUpdateSet((row) => ({
        use_count: row('daily_commands.use_count', '+', 1),
        error_count: row('daily_commands.error_count', '+', errors),
      })),
    )
    .execute()

/** Notes that a user is in a voice channel; a user who is there already keeps the first time. */
export const enterVoice = (db: Db, guildId: string, userId: string, at: string) =>
  db
    .insertInto('voice_states')
    .values({ guild_id: guildId, user_id: userId, joined_at: at })
    .onConflict((conflict) => conflict.columns(['guild_id', 'user_id']).doNothing())
    .execute()

export const leaveVoice = (db: Db, guildId: string, userId: string) =>
  db
    .deleteFrom('voice_states')
    .where('guild_id', '=', guildId)
    .where('user_id', '=', userId)
    .returning('joined_at')
    .executeTakeFirst()

export async function inVoice(db: Db, guildId: string) {
  const { count } = await db
    .selectFrom('voice_states')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('guild_id', '=', guildId)
    .executeTakeFirstOrThrow()
  return count
}

export const upsertSnapshot = (db: Db, row: Insertable<Tables['snapshots']>) =>
  db
    .insertInto('snapshots')
    .values(row)
    .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(row))
    .execute()
