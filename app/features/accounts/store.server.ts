import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

export type UserRow = Selectable<Tables['users']>

export const userByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const userById = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const allUsers = (db: Db) =>
  db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').execute()

/** Undefined when the e-mail is taken: the unique index decides, so two sign-ups at once cannot both win. */
export const insertUser = (db: Db, row: Insertable<Tables['users']>) =>
  db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

export async function hasUsers(db: Db) {
  return Boolean(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
}

export const insertSession = (db: Db, row: Insertable<Tables['sessions']>) =>
  db.insertInto('sessions').values(row).execute()

export const sessionWithUser = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.last_seen_at as lastSeenAt',
      'users.id as userId',
      'users.role',
      'users.name',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()

export const touchSession = (db: Db, id: string, at: string) =>
  db.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()

export const deleteSession = (db: Db, tokenHash: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()

export const deleteExpiredSessions = (db: Db, now: string) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute()

/** One link at a time: a new one takes the old one's place. */
export const replaceSetupLink = (db: Db, tokenHash: string, expiresAt: string) =>
  db
    .insertInto('setup_links')
    .values({ id: 'setup', token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ token_hash: tokenHash, expires_at: expiresAt }),
    )
    .execute()

export const setupLinkValid = async (db: Db, tokenHash: string, now: string) =>
  Boolean(
    await db
      .selectFrom('setup_links')
      .select('id')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  )

/** Takes the link out of use. Undefined when it is unknown, used or over. */
export const consumeSetupLink = (db: Db, tokenHash: string, now: string) =>
  db
    .deleteFrom('setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
