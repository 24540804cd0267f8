import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { countRows, deleted } from '#app/platform/db/sql.server.ts'
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
 * Updates the time and address of the last use, unless the stored time is later than `since` and the address is the same.
 * Only one of several concurrent calls updates the row. Returns false for the others.
 */
export async function markUsed(
  db: Db,
  id: string,
  { at, since, address }: { at: string; since: string; address: string | null },
) {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ last_used_at: at, last_used_address: address })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('last_used_at', 'is', null),
        where('last_used_at', '<', since),
        where('last_used_address', 'is distinct from', address),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores that a network uses a key. Returns true if the network is new. */
export async function markNetwork(db: Db, { id, network, at }: { id: string; network: string; at: string }) {
  const inserted = await db
    .insertInto('key_networks')
    .values({ key_id: id, network, first_used_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['key_id', 'network']).doNothing())
    .returning('key_id')
    .executeTakeFirst()
  if (inserted) return true
  await db
    .updateTable('key_networks')
    .set({ last_used_at: at })
    .where('key_id', '=', id)
    .where('network', '=', network)
    .execute()
  return false
}

/** Counts the networks that used a key for the first time since a time. */
export const countNewNetworks = (db: Db, id: string, since: string) =>
  countRows(db.selectFrom('key_networks').where('key_id', '=', id).where('first_used_at', '>', since))

/** Deletes the networks that have not used a key since a time. */
export const deleteNetworksUnusedSince = (db: Db, before: string) =>
  deleted(db.deleteFrom('key_networks').where('last_used_at', '<', before))

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
