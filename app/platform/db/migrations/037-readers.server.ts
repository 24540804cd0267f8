import type { Kysely } from 'kysely'

/** Counts of reads by hour or day. No row belongs to a person or a single visit. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('reader_counts')
    .addColumn('dimension', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('reader', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('reader_counts_key', ['dimension', 'period', 'name', 'reader'] as never[])
    .execute()
}
