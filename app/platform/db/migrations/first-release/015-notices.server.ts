import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('notice_marks')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .execute()
  await sql`create index jobs_dead on jobs (guild_id, finished_at) where state = 'dead'`.execute(db)
}
