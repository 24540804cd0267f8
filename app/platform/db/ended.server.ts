import { sql } from 'kysely'
import { encodeTime } from 'ulid'
import type { Db } from '#app/platform/db/connection.server.ts'

type Old = { guildId: string; before: Date; limit: number }

/**
 * Deletes the oldest rows of a guild that ended before a time, with what hangs on them, and says how many. Ids begin with the
 * time at which they were made, which is never after the end: only those that are old enough are looked at.
 */
export async function deleteEnded(
  db: Db,
  name: 'jobs' | 'runs',
  { guildId, before, limit }: Old,
): Promise<number> {
  const table = sql.table(name)
  const { numAffectedRows } = await sql`
    delete from ${table} where id in (
      select id from ${table}
      where guild_id = ${guildId} and id < ${encodeTime(before.getTime())} and finished_at < ${before.toISOString()}
      order by id limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
