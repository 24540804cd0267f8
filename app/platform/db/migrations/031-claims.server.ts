import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('guild_claims')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('identity_id', 'text', (column) =>
      column.notNull().references('identities.id').onDelete('cascade'),
    )
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'text', (column) => column.notNull())
    .addColumn('expirations', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('suspended_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('guild_claims_key', ['guild_id', 'user_id'] as never[])
    .execute()
  await db.schema.createIndex('guild_claims_user').on('guild_claims').column('user_id').execute()
  await db.schema.createIndex('guild_claims_identity').on('guild_claims').column('identity_id').execute()

  await db.schema
    .createTable('found_guilds')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('guilds', 'text', (column) => column.notNull())
    .addColumn('found_at', 'text', (column) => column.notNull())
    .execute()
}
