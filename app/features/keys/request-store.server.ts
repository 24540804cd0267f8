import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { countRows, deleted } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type KeyRequestRow = Selectable<Tables['key_requests']>

export const insertRequest = (db: Db, row: Insertable<Tables['key_requests']>) =>
  db.insertInto('key_requests').values(row).returningAll().executeTakeFirstOrThrow()

export const requestById = (db: Db, id: string) =>
  db.selectFrom('key_requests').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the open requests of a guild, newest first. Their number is bounded. */
export const openRequestsOf = (db: Db, guildId: string) =>
  db
    .selectFrom('key_requests')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')
    .execute()

/** Counts the requests of a guild since a time, with any status. */
export const countRequestsSince = (db: Db, guildId: string, since: string) =>
  countRows(db.selectFrom('key_requests').where('guild_id', '=', guildId).where('created_at', '>', since))

/** Returns the granted and declined requests of a guild, newest first. */
export const decidedRequestsOf = (db: Db, guildId: string, limit: number) =>
  db
    .selectFrom('key_requests')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('status', 'in', ['granted', 'declined'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns the open requests of all guilds with the names of the guilds, oldest first. */
export const openRequests = (db: Db, limit: number) =>
  db
    .selectFrom('key_requests')
    .innerJoin('guilds', 'guilds.id', 'key_requests.guild_id')
    .selectAll('key_requests')
    .select('guilds.name as guild_name')
    .where('status', '=', 'open')
    .orderBy('key_requests.id')
    .limit(limit)
    .execute()

/** Returns what was decided since a time about the requests of an account, with the names of the guilds, newest first. */
export const decisionsFor = (db: Db, userId: string, since: string, limit: number) =>
  db
    .selectFrom('key_requests')
    .innerJoin('guilds', 'guilds.id', 'key_requests.guild_id')
    .selectAll('key_requests')
    .select('guilds.name as guild_name')
    .where('requested_by_id', '=', userId)
    .where('status', 'in', ['granted', 'declined'])
    .where('decided_at', '>', since)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()

/** Decides an open request. Of several concurrent decisions, only the first one returns the row. */
export const closeRequest = (
  db: Db,
  id: string,
  decision: Pick<Updateable<Tables['key_requests']>, 'status' | 'reason' | 'key_id' | 'decided_at'>,
) =>
  db
    .updateTable('key_requests')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()

export const deleteRequestsDecidedBefore = (db: Db, before: string) =>
  deleted(db.deleteFrom('key_requests').where('status', '!=', 'open').where('decided_at', '<', before))
