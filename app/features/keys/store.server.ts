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

/** Undefined when there is no such key, or it is revoked already. */
export const markRevoked = (db: Db, id: string, at: string) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Notes a use unless one after `since` is noted: of any number of instances and calls at once, one writes. */
export const markUsed = (db: Db, id: string, { at, since }: { at: string; since: string }) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', since)]))
    .execute()

/** Names the key that takes the place of one, and when that one ends. Undefined when it has a successor, or is revoked. */
export const markReplaced = (db: Db, id: string, { by, end }: { by: string; end: string }) =>
  db
    .updateTable('api_keys')
    .set({ replaced_by: by, expires_at: end })
    .where('id', '=', id)
    .where('replaced_by', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
