import type { Kysely } from 'kysely'

type Database = { api_keys: { guild_id: string; guild: string | null } }

/** Allows keys without a guild, and adds the allowed networks and the networks that were used. */
export async function up(db: Kysely<Database>) {
  // SQLite cannot make a column nullable, so a new column replaces it.
  await db.schema
    .alterTable('api_keys')
    .addColumn('guild', 'text', (column) => column.references('guilds.id').onDelete('cascade'))
    .execute()
  await db
    .updateTable('api_keys')
    .set(({ ref }) => ({ guild: ref('guild_id') }))
    .execute()
  await db.schema.alterTable('api_keys').dropColumn('guild_id').execute()
  await db.schema.alterTable('api_keys').renameColumn('guild', 'guild_id').execute()
  await db.schema.createIndex('api_keys_guild').on('api_keys').column('guild_id').execute()
  await db.schema.alterTable('api_keys').addColumn('networks', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('last_used_address', 'text').execute()

  await db.schema
    .createTable('key_networks')
    .addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.id').onDelete('cascade'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('first_used_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_networks_key', ['key_id', 'network'] as never[])
    .execute()
  await db.schema.createIndex('key_networks_age').on('key_networks').column('last_used_at').execute()
}
