import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  for (const column of ['files_revision', 'redirects_revision']) {
    await db.schema
      .alterTable('content_state')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .createTable('published_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('path', 'text', (column) => column.unique())
    .addColumn('entry', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('published_revision').on('published_entries').column('revision').execute()
  await db.schema
    .createTable('redirects')
    .addColumn('from_path', 'text', (column) => column.primaryKey())
    .addColumn('to_path', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .execute()
  await db.schema.createIndex('redirects_to').on('redirects').column('to_path').execute()
  await entries(db)
  await texts(db)
}

async function entries(db: Kysely<unknown>) {
  await db.schema
    .createTable('cms_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('section', 'text')
    .addColumn('position', 'integer')
    .addColumn('author', 'text')
    .addColumn('dated', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('overrides_file', 'integer', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('published_at', 'text')
    .addColumn('scheduled_at', 'text')
    .addColumn('trouble', 'text')
    .addColumn('live_version', 'integer')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
  await sql`create unique index cms_entries_slug on cms_entries (type, slug) where deleted_at is null`.execute(
    db,
  )
  await sql`create index cms_entries_due on cms_entries (scheduled_at) where status = 'scheduled'`.execute(db)
  await db.schema.createIndex('cms_entries_updated').on('cms_entries').columns(['updated_at', 'id']).execute()
}

async function texts(db: Kysely<unknown>) {
  await db.schema
    .createTable('cms_revisions')
    .addColumn('entry_id', 'text', (column) =>
      column.notNull().references('cms_entries.id').onDelete('cascade'),
    )
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('fields', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('by_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('cms_revisions_key', ['entry_id', 'n'] as never[])
    .execute()
  // The id can belong to a content file, which has no row.
  await db.schema
    .createTable('cms_drafts')
    .addColumn('entry_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('cms_drafts_key', ['entry_id', 'user_id'] as never[])
    .execute()
  await db.schema.createIndex('cms_drafts_saved').on('cms_drafts').column('saved_at').execute()
}
