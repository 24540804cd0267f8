import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

export type RunnerRow = Selectable<Tables['runners']>

export const insertRunner = (db: Db, row: Insertable<Tables['runners']>) =>
  db.insertInto('runners').values(row).returningAll().executeTakeFirstOrThrow()

export const runnerById = (db: Db, id: string) =>
  db.selectFrom('runners').selectAll().where('id', '=', id).executeTakeFirst()

export const allRunners = (db: Db) =>
  db.selectFrom('runners').selectAll().orderBy('created_at').orderBy('id').execute()

export const markRevoked = (db: Db, id: string, at: string) =>
  db
    .updateTable('runners')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Undefined when the runner is unknown or revoked. */
export const markSeen = (db: Db, id: string, at: string) =>
  db
    .updateTable('runners')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** One row an instance: its next connection takes the row over under a new id, which ends the session before. */
export const replaceSession = (db: Db, row: Insertable<Tables['runner_sessions']>) =>
  db
    .insertInto('runner_sessions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['runner_id', 'instance_key']).doUpdateSet({ ...row, disconnected_at: null }),
    )
    .execute()

/** Undefined when the session was replaced, or was touched after `before`. */
export const touchSession = (db: Db, { id, at, before }: { id: string; at: string; before: string }) =>
  db
    .updateTable('runner_sessions')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .where('last_seen_at', '<', before)
    .returning('runner_id')
    .executeTakeFirst()

export const setSlots = (db: Db, id: string, slots: number) =>
  db.updateTable('runner_sessions').set({ slots }).where('id', '=', id).where('slots', '!=', slots).execute()

export const endSession = (db: Db, id: string, at: string) =>
  db
    .updateTable('runner_sessions')
    .set({ disconnected_at: at, last_seen_at: at })
    .where('id', '=', id)
    .execute()

export const liveRunners = (db: Db, ids: string[]) =>
  db.selectFrom('runners').select('id').where('id', 'in', ids).where('revoked_at', 'is', null).execute()

export const currentSessions = (db: Db, ids: string[]) =>
  db.selectFrom('runner_sessions').select('id').where('id', 'in', ids).execute()
