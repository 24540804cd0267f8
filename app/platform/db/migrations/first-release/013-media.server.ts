import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('media')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('uploaded_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('media_source').on('media').column('source').execute()
  await db.schema.createIndex('media_created').on('media').columns(['created_at', 'id']).execute()

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('media_blobs')
    .addColumn('hash', 'text', (column) => column.primaryKey().references('media.hash').onDelete('cascade'))
    .addColumn('bytes', isPostgres ? 'bytea' : 'blob', (column) => column.notNull())
    .execute()
  // Images are already compressed.
  if (isPostgres) await sql`alter table media_blobs alter column bytes set storage external`.execute(db)
}
