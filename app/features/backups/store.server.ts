import { sql } from 'kysely'
import { APPLICATION_NAME, type Db } from '#app/platform/db/connection.server.ts'

/** How many connections other processes of ours have to this PostgreSQL database. */
export async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows[0]!.count
}
