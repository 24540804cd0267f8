import { sql } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'

/** By how many seconds PostgreSQL’s clock is ahead of ours; negative when it is behind. */
export async function clockSkew(db: Db): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  // It was read somewhere between the two.
  return (rows[0]!.now - (before + Date.now()) / 2) / 1000
}
