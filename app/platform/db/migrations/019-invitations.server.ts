import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('guild_id', 'text', (column) => column.references('guilds.id').onDelete('cascade'))
    .addColumn('invited_by_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('mailed', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('invitations_email').on('invitations').column('email').execute()
  await db.schema.createIndex('invitations_expiry').on('invitations').column('expires_at').execute()
  await db.schema.createIndex('invitations_inviter').on('invitations').column('invited_by_id').execute()
}
