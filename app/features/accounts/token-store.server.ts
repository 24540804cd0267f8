import type { Db } from '#app/platform/db/connection.server.ts'
import { is, upsert } from '#app/platform/db/sql.server.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Stores a setup link, which replaces the previous link. */
export const replaceSetupLink = (db: Db, token_hash: string, expires_at: string) =>
  upsert(db, 'setup_links', { id: 'setup', token_hash, expires_at }, { key: ['id'] })

export const setupLinkValid = async (db: Db, tokenHash: string, now: string) =>
  Boolean(
    await db
      .selectFrom('setup_links')
      .select('id')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  )

/** Consumes the link. Returns undefined if the link is unknown, used or expired. */
export const consumeSetupLink = (db: Db, tokenHash: string, now: string) =>
  db
    .deleteFrom('setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()

/** Stores a token, which replaces the previous token for its purpose. */
export const replaceToken = (db: Db, row: Insertable<Tables['account_tokens']>) =>
  db
    .insertInto('account_tokens')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose'])
        .doUpdateSet({ token_hash: row.token_hash, expires_at: row.expires_at }),
    )
    .execute()

/** Consumes the token. Returns undefined if the token is unknown, used or expired. */
export const consumeToken = (db: Db, purpose: string, tokenHash: string, now: string) =>
  db
    .deleteFrom('account_tokens')
    .where(is('account_tokens', { purpose, token_hash: tokenHash }))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()

/** Returns a token's user, or undefined if the token is unknown, used or expired. */
export const tokenOwner = (db: Db, purpose: string, tokenHash: string, now: string) =>
  db
    .selectFrom('account_tokens')
    .select('user_id')
    .where(is('account_tokens', { purpose, token_hash: tokenHash }))
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const deleteExpiredTokens = (db: Db, now: string) =>
  db.deleteFrom('account_tokens').where('expires_at', '<=', now).execute()

export const deleteTokensOfUser = (db: Db, userId: string) =>
  db.deleteFrom('account_tokens').where('user_id', '=', userId).execute()

/** Returns a user's valid tokens, ordered by expiry. */
export const tokensOfUser = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('account_tokens')
    .select(['purpose', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute()

export const insertSignup = (db: Db, row: Insertable<Tables['pending_signups']>) =>
  db.insertInto('pending_signups').values(row).execute()

/** Sets the email token for a pending sign-up. Returns undefined if the sign-up was deleted or has expired. */
export const setSignupToken = (db: Db, id: string, tokenHash: string, now: string) =>
  db
    .updateTable('pending_signups')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Consumes a pending sign-up. Returns undefined if the token is unknown, used or expired. */
export const consumeSignup = (db: Db, tokenHash: string, now: string) =>
  db
    .deleteFrom('pending_signups')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()

/** Returns the pending sign-up for a token, or undefined. */
export const signupOf = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('pending_signups')
    .select(['email', 'name'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns the sign-ups with an email, including expired sign-ups. */
export const signupsFor = (db: Db, email: string) =>
  db
    .selectFrom('pending_signups')
    .select(['name', 'expires_at'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()

export const deleteExpiredSignups = (db: Db, now: string) =>
  db.deleteFrom('pending_signups').where('expires_at', '<=', now).execute()

export const deleteSignupsFor = (db: Db, email: string) =>
  db.deleteFrom('pending_signups').where('email', '=', email).execute()
