import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('key_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('key_id', 'text', (column) => column.references('api_keys.id').onDelete('set null'))
    .addColumn('requested_by', 'text')
    .addColumn('requested_by_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'text')
    .execute()
  await db.schema.createIndex('key_requests_guild').on('key_requests').columns(['guild_id', 'id']).execute()
  await db.schema.createIndex('key_requests_status').on('key_requests').columns(['status', 'id']).execute()
  await db.schema.createIndex('key_requests_key').on('key_requests').column('key_id').execute()
  await db.schema.createIndex('key_requests_person').on('key_requests').column('requested_by_id').execute()
}
