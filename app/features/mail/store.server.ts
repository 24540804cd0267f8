import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow, countRows, is, listed } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { EmailStatus } from '#app/features/mail/schema.ts'

export type EmailRow = Selectable<Tables['outbox']>

export const insertEmail = (db: Db, row: Insertable<Tables['outbox']>) =>
  db.insertInto('outbox').values(row).execute()

/** The oldest first. */
export const emailsTo = (db: Db, recipient: string) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'status', 'created_at', 'settled_at'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns the account of a recipient address, or undefined. */
export const recipientAt = (db: Db, address: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('email', '=', address.toLowerCase())
    .executeTakeFirst()

export async function deleteEmailsTo(db: Db, recipient: string) {
  await db.deleteFrom('outbox').where('recipient', '=', recipient).execute()
}

/** The letters whose time has come, the longest waiting first. */
export const dueEmails = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Takes a due letter until `until`. Undefined when somebody else was quicker: of all who try, one gets it. */
export const claimEmail = (
  db: Db,
  { id, attempts }: EmailRow,
  { now, until }: { now: string; until: string },
) =>
  db
    .updateTable('outbox')
    .set({ attempts: attempts + 1, next_attempt_at: until })
    .where(is('outbox', { id, status: 'waiting', attempts }))
    .where('next_attempt_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** What became of an attempt. It counts only while the letter is still that attempt’s: a claim that was lost changes nothing. */
export const settleEmail = (
  db: Db,
  { id, attempts }: EmailRow,
  change: Pick<EmailRow, 'status' | 'settled_at' | 'last_error'> & { next_attempt_at?: string },
) =>
  anyRow(
    db
      .updateTable('outbox')
      .set(change)
      .where(is('outbox', { id, status: 'waiting', attempts }))
      .returning('id'),
  )

/** Lets a letter that failed begin anew. Undefined when it did not fail. */
export const requeueEmail = (db: Db, id: string, now: string) =>
  db
    .updateTable('outbox')
    .set({
      status: 'waiting',
      attempts: 0,
      created_at: now,
      next_attempt_at: now,
      settled_at: null,
      last_error: null,
    })
    .where(is('outbox', { id, status: 'failed' }))
    .returningAll()
    .executeTakeFirst()

export const emailById = (db: Db, id: string) =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteSettledBefore = (db: Db, time: string) =>
  db.deleteFrom('outbox').where('status', '!=', 'waiting').where('settled_at', '<', time).execute()

const withStatus = (db: Db, status: EmailStatus | undefined) =>
  status ? db.selectFrom('outbox').where('status', '=', status) : db.selectFrom('outbox')

/** The newest first. */
export const emailRows = (
  db: Db,
  { status, ...page }: { status: EmailStatus | undefined; limit: number; offset: number },
) => listed(withStatus(db, status).selectAll(), page, 'created_at desc', 'id desc')

export const countEmails = (db: Db, status: EmailStatus | undefined) => countRows(withStatus(db, status))

/** The oldest letter that was tried and still waits. */
export const oldestDelayedEmail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select('created_at')
    .where('status', '=', 'waiting')
    .where('attempts', '>', 0)
    .orderBy('created_at')
    .executeTakeFirst()
