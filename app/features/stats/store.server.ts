import type { Db } from '#app/db/connection.server.ts'
import type { DailyCounters } from '#app/db/tables.ts'

type Range = { guildId: string; from: string; to: string }

const counters = [
  'member_joins',
  'member_leaves',
  'message_count',
  'message_unique_users',
  'voice_total_seconds',
  'voice_unique_users',
  'voice_peak_concurrent',
  'command_count',
  'command_error_count',
  'automation_run_count',
  'automation_error_count',
  'total_events',
] as const satisfies (keyof DailyCounters)[]

export const noCounters = Object.fromEntries(counters.map((name) => [name, 0])) as DailyCounters

export const guildForStats = (db: Db, guildId: string) =>
  db
    .selectFrom('guilds')
    .select(['id', 'created_at', 'stats_changed_at', 'stats_revision'])
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

export const latestSnapshot = (db: Db, guildId: string) =>
  db.selectFrom('snapshots').selectAll().where('guild_id', '=', guildId).executeTakeFirst()

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

/** Raises the revision and the time of the last change; the time never goes back, whatever the clocks of two instances say. */
export const markChanged = (db: Db, guildId: string, at: string) =>
  db
    .updateTable('guilds')
    .set((expression) => ({
      stats_changed_at: expression
        .case()
        .when('stats_changed_at', '>', at)
        .then(expression.ref('stats_changed_at'))
        .else(at)
        .end(),
      stats_revision: expression('stats_revision', '+', 1),
    }))
    .where('id', '=', guildId)
    .returning('id')
    .executeTakeFirst()

/** Takes the guild's row lock until the transaction ends; undefined when there is no such guild. */
export const lockGuild = (db: Db, guildId: string) =>
  db
    .updateTable('guilds')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', guildId)
    .returning('id')
    .executeTakeFirst()
