import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type DeferredRow = Selectable<Tables['deferred_answers']>

export const insertDeferred = (db: Db, row: Insertable<Tables['deferred_answers']>) =>
  db.insertInto('deferred_answers').values(row).execute()

/** Sets what is said, unless it is set already or has been said. */
export const readyDeferred = (
  db: Db,
  interactionId: string,
  { message, now }: { message: string | null; now: string },
) =>
  db
    .updateTable('deferred_answers')
    .set({ ready: 1, due_at: now, ...(message === null ? {} : { message }) })
    .where('interaction_id', '=', interactionId)
    .where('ready', '=', 0)
    .returning('interaction_id')
    .executeTakeFirst()

/** Those whose time has come, the longest waiting first. */
export const dueDeferred = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('deferred_answers')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('interaction_id')
    .limit(limit)
    .execute()

/** When the next one is due. */
export const nextDeferred = async (db: Db) => {
  const row = await db
    .selectFrom('deferred_answers')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .executeTakeFirst()
  return row?.due_at ?? null
}

/**
 * Takes a due answer until `until`: of all who try, one gets it. From here on `message` is what is said, so that an
 * outcome that comes later does not change it.
 */
export const claimDeferred = (
  db: Db,
  { interaction_id, attempts }: DeferredRow,
  { now, until, message }: { now: string; until: string; message: string },
) =>
  db
    .updateTable('deferred_answers')
    .set({ attempts: attempts + 1, due_at: until, ready: 1, message })
    .where('interaction_id', '=', interaction_id)
    .where('attempts', '=', attempts)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Lets a failed attempt be followed by another. It counts only while the answer is still that attempt’s. */
export const postponeDeferred = (db: Db, { interaction_id, attempts }: DeferredRow, due_at: string) =>
  db
    .updateTable('deferred_answers')
    .set({ due_at })
    .where('interaction_id', '=', interaction_id)
    .where('attempts', '=', attempts)
    .execute()

export const deleteDeferred = (db: Db, { interaction_id, attempts }: DeferredRow) =>
  db
    .deleteFrom('deferred_answers')
    .where('interaction_id', '=', interaction_id)
    .where('attempts', '=', attempts)
    .execute()
