import type { Db } from '#app/db/connection.server.ts'

/** Undefined when this interaction was answered before. Under PostgreSQL a second one waits for the first to commit. */
export const claimInteraction = (db: Db, row: { id: string; guild_id: string | null; created_at: string }) =>
  db
    .insertInto('interactions')
    .values({ ...row, answer: '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const saveAnswer = (db: Db, id: string, answer: string) =>
  db.updateTable('interactions').set({ answer }).where('id', '=', id).execute()

export const answerOf = (db: Db, id: string) =>
  db.selectFrom('interactions').select('answer').where('id', '=', id).executeTakeFirst()

export const deleteInteractionsBefore = (db: Db, time: string) =>
  db.deleteFrom('interactions').where('created_at', '<', time).execute()
