import type { Insertable, Selectable } from 'kysely'
import type { SubmissionStatus } from '#app/features/contact/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, insertNew, upsert } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Marks a proof of work as used, atomically. Returns false if the proof was used before. */
export const consumeProofOfWork = async (db: Db, { id, expiresAt }: { id: string; expiresAt: string }) =>
  (await insertNew(db, 'solved_challenges', { id, expires_at: expiresAt })) !== undefined

/** Deletes expired proofs of work. */
export const deleteExpiredWork = (db: Db, now: string) =>
  db.deleteFrom('solved_challenges').where('expires_at', '<', now).execute()

export const challengeHealth = (db: Db, provider: string) =>
  db.selectFrom('challenge_health').selectAll().where('provider', '=', provider).executeTakeFirst()

/**
 * Records a successful response of a provider. Writes only if the last record is older than `lately` or a failure
 * followed that record.
 */
export const recordProviderSuccess = (
  db: Db,
  provider: string,
  { at, lately }: { at: string; lately: string },
) =>
  db
    .insertInto('challenge_health')
    .values({ provider, answered_at: at })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ answered_at: at })
        .where((where) =>
          where.or([
            where('challenge_health.answered_at', 'is', null),
            where('challenge_health.answered_at', '<=', lately),
            where('challenge_health.failed_at', '>=', where.ref('challenge_health.answered_at')),
          ]),
        ),
    )
    .execute()

/** Records that a provider was unavailable, and why. */
export const recordProviderFailure = (
  db: Db,
  provider: string,
  { at, failure }: { at: string; failure: string },
) => upsert(db, 'challenge_health', { provider, failed_at: at, failure }, { key: ['provider'] })

export type SubmissionRow = Selectable<Tables['contact_submissions']>

export const insertSubmission = (db: Db, row: Insertable<Tables['contact_submissions']>) =>
  db.insertInto('contact_submissions').values(row).execute()

export const submissionById = (db: Db, id: string) =>
  db.selectFrom('contact_submissions').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the subjects of messages by id. Deleted messages are missing. */
export const subjectsOf = (db: Db, ids: readonly string[]) =>
  db.selectFrom('contact_submissions').select(['id', 'subject']).where('id', 'in', ids).execute()

/** Filters by status. Without a status, omits spam. */
function withStatus(db: Db, status: SubmissionStatus | undefined) {
  const all = db.selectFrom('contact_submissions')
  return status ? all.where('status', '=', status) : all.where('status', '!=', 'spam')
}

export type SubmissionOrder = 'unread' | 'newest'
type Listed = {
  status?: SubmissionStatus | undefined
  limit: number
  offset: number
  first?: SubmissionOrder
}

/** Returns a page of messages, newest first. By default, unread messages are before all others. */
export const submissionRows = (db: Db, { status, limit, offset, first = 'unread' }: Listed) =>
  withStatus(db, status)
    .selectAll()
    .$if(first === 'unread', (rows) =>
      rows.orderBy((row) => row.case().when('status', '=', 'unread').then(0).else(1).end()),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Returns the oldest messages after an id, for a page of an export. */
export const submissionsAfter = (
  db: Db,
  { status, after, limit }: { status?: SubmissionStatus | undefined; after: string; limit: number },
) => withStatus(db, status).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

/** Returns all messages from an email address, oldest first. */
export const submissionsFrom = (db: Db, email: string) =>
  db
    .selectFrom('contact_submissions')
    .select(['id', 'name', 'email', 'subject', 'message', 'status', 'note', 'created_at'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()

export const deleteSubmissionsFrom = (db: Db, email: string) =>
  db.deleteFrom('contact_submissions').where('email', '=', email).returning('id').execute()

export const countsByStatus = (db: Db) =>
  db
    .selectFrom('contact_submissions')
    .select((select) => ['status', select.fn.countAll<number>().as('total')])
    .groupBy('status')
    .execute()

/** Counts unread messages. Stops at `most`. */
export async function countUnread(db: Db, most: number) {
  const rows = await db
    .selectFrom('contact_submissions')
    .select('id')
    .where('status', '=', 'unread')
    .limit(most)
    .execute()
  return rows.length
}

type Change = Partial<Pick<SubmissionRow, 'status' | 'status_at' | 'note' | 'updated_at'>>

export const updateSubmission = (db: Db, id: string, change: Change) =>
  db.updateTable('contact_submissions').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Marks a message as read if it is unread. Returns undefined otherwise. */
export const markRead = (db: Db, id: string, at: string) =>
  db
    .updateTable('contact_submissions')
    .set({ status: 'read', status_at: at, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'unread')
    .returning('id')
    .executeTakeFirst()

/** Deletes a message. Returns undefined if the message does not exist. */
export const deleteSubmission = (db: Db, id: string) =>
  db.deleteFrom('contact_submissions').where('id', '=', id).returning('id').executeTakeFirst()

/** Deletes one batch of messages whose status was set before a time. Returns the number of deleted messages. */
export async function deleteOldSubmissions(
  db: Db,
  { status, before, limit }: { status: SubmissionStatus; before: string; limit: number },
) {
  const old = db
    .selectFrom('contact_submissions')
    .select('id')
    .where('status', '=', status)
    .where('status_at', '<', before)
    .orderBy('status_at')
    .limit(limit)
  return deleted(
    db
      .deleteFrom('contact_submissions')
      .where('id', 'in', old)
      // An administrator may have reopened the message in the meantime.
      .where('status', '=', status)
      .where('status_at', '<', before),
  )
}
