import type { Insertable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

export const insertLetter = (db: Db, row: Insertable<Tables['outbox']>) =>
  db.insertInto('outbox').values(row).execute()

export async function deleteLettersTo(db: Db, recipient: string) {
  await db.deleteFrom('outbox').where('recipient', '=', recipient).execute()
}
