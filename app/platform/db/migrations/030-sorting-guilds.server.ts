import { type Kysely, sql } from 'kysely'

/** Indexes of the columns that sort a guild's jobs and the runs of its automations in the console. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createIndex('jobs_type').on('jobs').columns(['guild_id', 'type', 'id']).execute()
  await sql`create index runs_name on runs (guild_id, name, id) where automation_id is not null`.execute(db)
  await sql`create index runs_outcome on runs (guild_id, outcome, id) where automation_id is not null`.execute(
    db,
  )
}
