import type { CreateTableBuilder, Kysely } from 'kysely'

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
]

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
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('target', 'text')
    .addColumn('channel', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('events_key', ['guild_id', 'id'] as never[])
    .execute()
  await db.schema.createIndex('events_time').on('events').columns(['guild_id', 'occurred_at']).execute()

  await db.schema
    .createTable('snapshots')
    .addColumn('guild_id', 'text', (column) =>
      column.primaryKey().references('guilds.id').onDelete('cascade'),
    )
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addColumn('online_count', 'integer')
    .$call((table) => integers(table, gauges))
    .execute()

  await daily(db, 'daily_stats', ['guild_id', 'date'], [])
    .addColumn('member_count', 'integer')
    .$call((table) => integers(table, counters))
    .execute()
  await daily(db, 'daily_actors', ['guild_id', 'date', 'kind', 'user_id'], ['kind', 'user_id']).execute()
  await daily(db, 'daily_channels', ['guild_id', 'date', 'channel_id'], ['channel_id', 'name'])
    .addColumn('message_count', 'integer', (column) => column.notNull())
    .execute()
  await daily(db, 'daily_commands', ['guild_id', 'date', 'name'], ['name'])
    .addColumn('use_count', 'integer', (column) => column.notNull())
    .addColumn('error_count', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('voice_states')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('voice_states_key', ['guild_id', 'user_id'] as never[])
    .execute()
}

function daily(
  db: Kysely<unknown>,
  name: string,
  key: string[],
  texts: string[],
): CreateTableBuilder<string, string> {
  let table: CreateTableBuilder<string, string> = db.schema
    .createTable(name)
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('date', 'text', (column) => column.notNull())
  for (const text of texts) table = table.addColumn(text, 'text', (column) => column.notNull())
  return table.addPrimaryKeyConstraint(`${name}_key`, key as never[])
}

function integers(table: CreateTableBuilder<string, string>, names: string[]) {
  for (const name of names) {
    table = table.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
  }
  return table
}
