import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow, countRows, is, listed } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { EmailStatus } from '#app/features/mail/schema.ts'

export type EmailRow = Selectable<Tables['outbox']>

export const insertEmail = (db: Db, row: Insertable<Tables['outbox']>) =>
  db.insertInto('outbox').values(row).execute()

/** Returns the metadata for the emails to a recipient, oldest first. */
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

/** Returns due emails, longest waiting first. */
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

/** Claims a due email until the given time. Returns undefined if another process claimed the email. */
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

/** Stores the result of an attempt. Changes nothing if the attempt lost its claim. */
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

/** Queues a failed email again. Returns undefined if the email did not fail. */
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

/** Returns a page of emails, newest first. */
export const emailRows = (
  db: Db,
  { status, ...page }: { status: EmailStatus | undefined; limit: number; offset: number },
) => listed(withStatus(db, status).selectAll(), page, 'created_at desc', 'id desc')

export const countEmails = (db: Db, status: EmailStatus | undefined) => countRows(withStatus(db, status))

/** Returns the creation time of the oldest waiting email with a failed attempt. */
export const oldestDelayedEmail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select('created_at')
    .where('status', '=', 'waiting')
    .where('attempts', '>', 0)
    .orderBy('created_at')
    .executeTakeFirst()
