import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // Context of a modal: the options and the target, which its submission does not repeat.
  await db.schema.alterTable('interactions').addColumn('opening', 'text').execute()

  await db.schema
    .createTable('command_cooldowns')
    .addColumn('command_id', 'text', (column) =>
      column.notNull().references('commands.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('command_cooldowns_key', ['command_id', 'user_id'] as never[])
    .execute()
  await db.schema.createIndex('command_cooldowns_until').on('command_cooldowns').column('until').execute()

  await db.schema
    .createTable('deferred_answers')
    .addColumn('interaction_id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('job_id', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('ready', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('deferred_answers_due').on('deferred_answers').column('due_at').execute()
}
