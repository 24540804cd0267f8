import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow, deleted, insertNew } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type KeyRow = Selectable<Tables['idempotency_keys']>

/** Inserts a used confirmation, atomically. Returns false if the confirmation was used before. */
export const insertUsedConfirmation = async (
  db: Db,
  row: Insertable<Tables['spent_confirmations']>,
): Promise<boolean> => (await insertNew(db, 'spent_confirmations', row)) !== undefined

/** Inserts a key, or replaces a key that has expired by `now`. Returns false if the key is in use. */
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

/** Returns the key, unless the key has expired by `now`. */
export const keyRow = (db: Db, id: string, now: string) =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns a user's stored calls, oldest first. */
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

/** Deletes the key of a write that has no stored response. */
export const deleteKey = (db: Db, id: string) =>
  db.deleteFrom('idempotency_keys').where('id', '=', id).where('status', 'is', null).execute()

/** Deletes at most `limit` expired rows from a table. Returns the number of deleted rows. */
export async function deleteExpiredRows(
  db: Db,
  table: 'spent_confirmations' | 'idempotency_keys',
  now: string,
  limit: number,
): Promise<number> {
  const over = db.selectFrom(table).select('id').where('expires_at', '<=', now).limit(limit)
  return deleted(db.deleteFrom(table).where('id', 'in', over))
}
