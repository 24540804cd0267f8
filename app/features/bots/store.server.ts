import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type BotRow = Selectable<Tables['bots']>

/** Returns all bots: at most one with a token, and those whose token was in the environment. */
export const botRows = (db: Db): Promise<BotRow[]> =>
  db.selectFrom('bots').selectAll().orderBy('application_id').execute()

/** Inserts a bot, or overwrites the given columns of the row. */
export const writeBot = (db: Db, row: Insertable<Tables['bots']>) =>
  db
    .insertInto('bots')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('application_id')
        .doUpdateSet(({ eb, ref }) => ({ ...row, version: eb(ref('bots.version'), '+', 1) })),
    )
    .execute()

/** Deletes all bots except for one. */
export const deleteOtherBots = (db: Db, applicationId: string) =>
  db.deleteFrom('bots').where('application_id', '!=', applicationId).execute()

/** Deletes the bots with a stored token. Returns the deleted rows. */
export const deleteStoredBots = (db: Db) =>
  db.deleteFrom('bots').where('token', 'is not', null).returningAll().execute()

export const updateBot = (db: Db, applicationId: string, change: Updateable<Tables['bots']>) =>
  db.updateTable('bots').set(change).where('application_id', '=', applicationId).execute()
