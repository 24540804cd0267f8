import { type Kysely, PostgresAdapter, sql } from 'kysely'

const gauges = [
  'member_count',
  'human_count',
  'bot_count',
  'channel_count',
  'role_count',
  'emoji_count',
  'boost_count',
  'boost_level',
]

export async function up(db: Kysely<unknown>) {
  await eventLog(db)
  await hours(db)
  await snapshots(db)
  await db.schema
    .createTable('sweeps')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .execute()
}

/**
 * Indexes the event log by type and by actor. An index that starts with the actor would make writes four times slower,
 * so the actor is last in the time index.
 */
async function eventLog(db: Kysely<unknown>) {
  await db.schema.alterTable('events').addColumn('actor_id', 'text').execute()
  const id =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`actor::json ->> 'id'`
      : sql`json_extract(actor, '$.id')`
  await sql`update events set actor_id = ${id} where actor is not null`.execute(db)
  await db.schema.dropIndex('events_time').execute()
  await db.schema
    .createIndex('events_time')
    .on('events')
    .columns(['guild_id', 'occurred_at', 'actor_id'])
    .execute()
  await db.schema
    .createIndex('events_type')
    .on('events')
    .columns(['guild_id', 'type', 'occurred_at'])
    .execute()
}

/** Fills the hourly statistics from the events that still exist. */
async function hours(db: Kysely<unknown>) {
  await db.schema
    .createTable('hourly_stats')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('message_count', 'bigint', (column) => column.notNull())
    .addColumn('total_events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('hourly_stats_key', ['guild_id', 'date', 'hour'] as never[])
    .execute()
  await sql`
    insert into hourly_stats (guild_id, date, hour, message_count, total_events)
    select guild_id, substr(occurred_at, 1, 10), cast(substr(occurred_at, 12, 2) as integer),
      sum(case when type = 'MESSAGE_CREATE' then 1 else 0 end), count(*)
    from events group by 1, 2, 3`.execute(db)
}

/** Uses the current snapshot of each guild as the snapshot of its day. */
async function snapshots(db: Kysely<unknown>) {
  let table = db.schema
    .createTable('daily_snapshots')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addColumn('online_count', 'integer')
  for (const name of gauges) table = table.addColumn(name, 'bigint', (column) => column.notNull())
  await table.addPrimaryKeyConstraint('daily_snapshots_key', ['guild_id', 'date'] as never[]).execute()
  const names = sql.join(['guild_id', 'recorded_at', 'online_count', ...gauges].map((name) => sql.ref(name)))
  await sql`
    insert into daily_snapshots (date, ${names})
    select substr(recorded_at, 1, 10), ${names} from snapshots`.execute(db)
}
