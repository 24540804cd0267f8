import type { Kysely } from 'kysely'

/** Adds the queue of first publications, which automations announce in Discord. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('entry_announcements')
    .addColumn('entry_id', 'text', (column) =>
      column.primaryKey().references('cms_entries.id').onDelete('cascade'),
    )
    .addColumn('published_at', 'text', (column) => column.notNull())
    .execute()
}
