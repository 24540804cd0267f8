import type { Insertable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

type Row = Insertable<Tables['interactions']>

/** The ids that were not answered before. Under PostgreSQL a second one waits for the first to commit. */
export const insertAnswers = (db: Db, rows: Row[]) =>
  db
    .insertInto('interactions')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()

export const changeAnswer = (db: Db, id: string, answer: string) =>
  db.updateTable('interactions').set({ answer, opening: null }).where('id', '=', id).execute()

export const answersOf = (db: Db, ids: string[]) =>
  db.selectFrom('interactions').select(['id', 'answer']).where('id', 'in', ids).execute()

/** What the form that an interaction opened was opened with. Undefined once the answer is not kept any more. */
export const openingOf = async (db: Db, { id, guildId }: { id: string; guildId: string }) => {
  const row = await db
    .selectFrom('interactions')
    .select('opening')
    .where('id', '=', id)
    .where('guild_id', '=', guildId)
    .executeTakeFirst()
  return row?.opening ?? undefined
}

/** Deletes at most `limit` of those from before a time, and says how many. */
export async function deleteInteractionsBefore(db: Db, time: string, limit: number): Promise<number> {
  const oldest = db
    .selectFrom('interactions')
    .select('id')
    .where('created_at', '<', time)
    .orderBy('created_at')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('interactions')
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
