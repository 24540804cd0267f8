import { type Kysely, sql } from 'kysely'

/** Indexes of the columns that sort lists in the console. */
export async function up(db: Kysely<unknown>) {
  await sql`create index cms_entries_title on cms_entries (lower(title), id)`.execute(db)
  await sql`create index users_name on users (lower(name), id)`.execute(db)
  await sql`create index media_name on media (lower(name), id)`.execute(db)
  await db.schema.createIndex('media_bytes').on('media').columns(['bytes', 'id']).execute()
}
