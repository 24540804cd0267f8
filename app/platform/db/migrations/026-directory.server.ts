import type { Kysely } from 'kysely'

/** Channels and roles of guilds. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('directories')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('rev', 'bigint', (column) => column.notNull())
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('bot', 'text')
    .addColumn('deleted', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('directories_key', ['guild_id', 'kind'])
    .execute()
}
