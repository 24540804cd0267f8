import { type Kysely, sql } from 'kysely'

/** Adds the state of guilds and what runners report about them. Existing guilds become active. */
export async function up(db: Kysely<unknown>) {
  const texts = ['icon', 'owner_id', 'application_id', 'joined_at', 'approved_at', 'left_at']
  for (const name of texts) await db.schema.alterTable('guilds').addColumn(name, 'text').execute()
  await db.schema.alterTable('guilds').addColumn('member_count', 'integer').execute()
  await db.schema
    .alterTable('guilds')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('active'))
    .execute()
  await sql`update guilds set approved_at = created_at`.execute(db)

  await db.schema
    .createTable('guild_policy')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('leave_after_days', 'integer')
    .execute()
}
