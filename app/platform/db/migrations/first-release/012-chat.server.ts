import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('chat_people')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('changes', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('chat_conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('chat_conversations_user')
    .on('chat_conversations')
    .columns(['user_id', 'updated_at', 'id'])
    .execute()

  await db.schema
    .createTable('chat_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('chat_conversations.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('citations', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('usage', 'text')
    .addColumn('last_event', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('alive_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addUniqueConstraint('chat_messages_position', ['conversation_id', 'position'])
    .execute()
  // Few responses are being written at any time, but they are queried often.
  await sql`create index chat_messages_streaming on chat_messages (alive_at) where status = 'streaming'`.execute(
    db,
  )

  await db.schema
    .createTable('chat_events')
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('chat_messages.id').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_events_key', ['message_id', 'seq'] as never[])
    .execute()

  await db.schema
    .createTable('chat_outcomes')
    .addColumn('model', 'text', (column) => column.primaryKey())
    .addColumn('succeeded_at', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('error', 'text')
    .execute()
}
