import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow, deleted, insertNew } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type KeyRow = Selectable<Tables['idempotency_keys']>

/** False when it was spent before: of two who bring it at once, one is first. */
export const insertUsedConfirmation = async (
  db: Db,
  row: Insertable<Tables['spent_confirmations']>,
): Promise<boolean> => (await insertNew(db, 'spent_confirmations', row)) !== undefined

/** False when the key is taken. One that is over at `now` gives way. */
export const insertKey = (db: Db, row: KeyRow, now: string): Promise<boolean> =>
  anyRow(
    db
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('idempotency_keys.expires_at', '<=', now),
      )
      .returning('id'),
  )

/** The key, unless it is over at `now`. */
export const keyRow = (db: Db, id: string, now: string) =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** What is kept of the calls of a user, the oldest first. */
export const keysOf = (db: Db, userId: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['operation', 'status', 'started_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('started_at')
    .orderBy('id')
    .execute()

export const writeResponse = (
  db: Db,
  id: string,
  answer: { status: number; headers: string; body: string | null },
) => db.updateTable('idempotency_keys').set(answer).where('id', '=', id).where('status', 'is', null).execute()

/** Frees the key of a write that has no answer yet. */
export const deleteKey = (db: Db, id: string) =>
  db.deleteFrom('idempotency_keys').where('id', '=', id).where('status', 'is', null).execute()

/** Deletes at most `limit` rows of a table that are over, and says how many. */
export async function deleteExpiredRows(
  db: Db,
  table: 'spent_confirmations' | 'idempotency_keys',
  now: string,
  limit: number,
): Promise<number> {
  const over = db.selectFrom(table).select('id').where('expires_at', '<=', now).limit(limit)
  return deleted(db.deleteFrom(table).where('id', 'in', over))
}
