import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type KeyRow = Selectable<Tables['api_keys']>

export const insertKey = (db: Db, row: Insertable<Tables['api_keys']>) =>
  db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()

export const keyById = (db: Db, id: string) =>
  db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()

export const keysOf = (db: Db, guildId?: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .$if(guildId !== undefined, (query) => query.where('guild_id', '=', guildId!))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Revokes a key. Returns undefined if the key does not exist or was already revoked. */
export const markRevoked = (db: Db, id: string, at: string) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/**
 * Updates the time of last use unless the stored time is later than `since`. Only one of several concurrent calls
 * updates the row.
 */
export const markUsed = (db: Db, id: string, { at, since }: { at: string; since: string }) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', since)]))
    .execute()

/** Sets the successor and the expiry time of a key. Returns undefined if the key has a successor or was revoked. */
export const markReplaced = (db: Db, id: string, { by, end }: { by: string; end: string }) =>
  db
    .updateTable('api_keys')
    .set({ replaced_by: by, expires_at: end })
    .where('id', '=', id)
    .where('replaced_by', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Sets an earlier expiry time of a valid key. Returns undefined if the key is not valid or expires before `at`. */
export const markExpiry = (db: Db, id: string, { at, now }: { at: string; now: string }) =>
  db
    .updateTable('api_keys')
    .set({ expires_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .returningAll()
    .executeTakeFirst()
