import { type Kysely, sql } from 'kysely'

/** Keys interactions and deferred responses by guild and id, because reported ids are unique only within a guild. */
export async function up(db: Kysely<unknown>) {
  // SQLite cannot change a primary key, so new tables replace the old ones.
  await db.schema
    .createTable('guild_interactions')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('opening', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('interactions_key', ['guild_id', 'id'] as never[])
    .execute()
  await sql`
    insert into guild_interactions (guild_id, id, answer, opening, created_at)
    select guild_id, id, answer, opening, created_at from interactions where guild_id is not null`.execute(db)
  await replaceTable(db, 'interactions', 'guild_interactions')
  await db.schema.createIndex('interactions_age').on('interactions').column('created_at').execute()

  await db.schema
    .createTable('guild_deferred_answers')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('interaction_id', 'text', (column) => column.notNull())
    .addColumn('application_id', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('ready', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deferred_answers_key', ['guild_id', 'interaction_id'] as never[])
    .execute()
  await sql`
    insert into guild_deferred_answers (guild_id, interaction_id, application_id, token, run_id, message, ready, attempts,
      due_at, created_at, expires_at)
    select guild_id, interaction_id, application_id, token, run_id, message, ready, attempts, due_at, created_at,
      expires_at from deferred_answers`.execute(db)
  await replaceTable(db, 'deferred_answers', 'guild_deferred_answers')
  await db.schema.createIndex('deferred_answers_due').on('deferred_answers').column('due_at').execute()
}

async function replaceTable(db: Kysely<unknown>, name: string, replacement: string) {
  await db.schema.dropTable(name).execute()
  await db.schema.alterTable(replacement).renameTo(name).execute()
}
