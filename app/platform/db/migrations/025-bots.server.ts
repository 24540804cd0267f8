import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('bots')
    .addColumn('application_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('icon', 'text')
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('token', 'text')
    .addColumn('environment_hash', 'text')
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('connected_at', 'text')
    .addColumn('connected_by', 'text')
    .addColumn('connected_by_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('bots_person').on('bots').column('connected_by_id').execute()
}
