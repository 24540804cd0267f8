import { sql } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'

type Old = { guildId: string; before: string; limit: number }

/** Deletes the oldest rows of a guild that have ended and whose id is below `before`, with what hangs on them, and says how many. */
export async function deleteEnded(
  db: Db,
  name: 'jobs' | 'runs',
  { guildId, before, limit }: Old,
): Promise<number> {
  const table = sql.table(name)
  const { numAffectedRows } = await sql`
    delete from ${table} where id in (
      select id from ${table}
      where guild_id = ${guildId} and id < ${before} and finished_at is not null
      order by id limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
