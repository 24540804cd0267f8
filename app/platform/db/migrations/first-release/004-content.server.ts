import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('content_state')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'text')
    .execute()
  await sql`insert into content_state (id, revision) values (1, 0)`.execute(db)
}
