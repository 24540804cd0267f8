import { sql } from 'kysely'
import { migrationTables } from '#app/platform/db/migrate.server.ts'
import { APPLICATION_NAME, type Db } from '#app/platform/db/connection.server.ts'

/** Counts the connections from other service processes to this PostgreSQL database. */
export async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows[0]!.count
}

/** Returns the names of up to three of other programs' tables, in a database without Signpost tables. */
export async function foreignTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not in (${sql.join(migrationTables)})
    order by tablename limit 3`.execute(db)
  return rows.map(({ name }) => name)
}
