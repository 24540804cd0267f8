import type { Kysely } from 'kysely'

/** Votes on pages by month, and comments on pages. No row names a person or an address. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('page_votes')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('reader', 'text', (column) => column.notNull())
    .addColumn('helpful', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_votes_key', ['path', 'month', 'reader', 'helpful'] as never[])
    .execute()

  await db.schema
    .createTable('page_comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('reader', 'text', (column) => column.notNull())
    .addColumn('helpful', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('comment', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('page_comments_path').on('page_comments').columns(['path', 'id']).execute()
}
