import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

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

export const markRevoked = (db: Db, id: string, at: string) =>
  db
    .updateTable('api_keys')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const markUsed = (db: Db, id: string, at: string) =>
  db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
