import { NEVER_CHECKED } from '#app/access.ts'
import { guildStates, isServed } from '#app/features/guilds/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { insertNew, is, upsert } from '#app/platform/db/sql.server.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'found_guilds.guilds': { id: string; name: string }[]
  }
}

type Key = { guildId: string; userId: string }
const keyOf = ({ guildId, userId }: Key) => is('guild_claims', { guild_id: guildId, user_id: userId })

/** Returns a claim with the Discord id of the linked account. */
export const claimOf = (db: Db, key: Key) =>
  db
    .selectFrom('guild_claims')
    .innerJoin('identities', 'identities.id', 'guild_claims.identity_id')
    .selectAll('guild_claims')
    .select('identities.provider_user_id as discord_id')
    .where(keyOf(key))
    .executeTakeFirst()

/** Returns a user's claims with the names of the guilds. */
export const claimsOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('guild_claims')
    .innerJoin('guilds', 'guilds.id', 'guild_claims.guild_id')
    .selectAll('guild_claims')
    .select(['guilds.name', 'guilds.state'])
    .where('guild_claims.user_id', '=', userId)
    .orderBy('guilds.name')
    .execute()

/** Returns the claims of a guild with the accounts, in the order of the claims. */
export const claimsOfGuild = (db: Db, guildId: string) =>
  db
    .selectFrom('guild_claims')
    .innerJoin('users', 'users.id', 'guild_claims.user_id')
    .select(['guild_claims.user_id', 'users.name', 'users.email'])
    .select(['guild_claims.created_at', 'guild_claims.checked_at', 'guild_claims.suspended_at'])
    .where('guild_claims.guild_id', '=', guildId)
    .orderBy('guild_claims.created_at')
    .orderBy('guild_claims.user_id')
    .execute()

/** Inserts a claim that is not checked. Returns undefined if the claim already exists. */
export const insertClaim = (
  db: Db,
  { guildId, userId }: Key,
  claim: { identity_id: string; created_at: string },
) =>
  insertNew(
    db,
    'guild_claims',
    { guild_id: guildId, user_id: userId, checked_at: NEVER_CHECKED, tried_at: NEVER_CHECKED, ...claim },
    ['guild_id', 'user_id'],
  )

type Checked = { identity_id: string; created_at: string; expirations: number }

/** Stores the time of a check of this claim. Returns undefined if the claim was replaced, or has expired since the check began. */
export const storeCheck = (
  db: Db,
  key: Key,
  { identity_id, created_at, expirations }: Checked,
  checked_at: string,
) =>
  db
    .updateTable('guild_claims')
    .set({ checked_at })
    .where(keyOf(key))
    .where(is('guild_claims', { identity_id, created_at, expirations }))
    .returning('suspended_at')
    .executeTakeFirst()

export const setSuspended = (db: Db, key: Key, suspended_at: string | null) =>
  db.updateTable('guild_claims').set({ suspended_at }).where(keyOf(key)).execute()

/** Records that a check failed, so that other claims are checked first. */
export const storeFailure = (db: Db, key: Key, tried_at: string) =>
  db.updateTable('guild_claims').set({ tried_at }).where(keyOf(key)).execute()

export const deleteClaim = (db: Db, key: Key) =>
  db.deleteFrom('guild_claims').where(keyOf(key)).returning('user_id').executeTakeFirst()

/** Returns claims of served guilds whose last check is older than `before`. Claims that failed last come last. */
export const outdatedClaims = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('guild_claims')
    .innerJoin('guilds', 'guilds.id', 'guild_claims.guild_id')
    .select(['guild_claims.guild_id', 'guild_claims.user_id'])
    .where('guild_claims.checked_at', '<', before)
    .where('guilds.state', 'in', guildStates.filter(isServed))
    .orderBy('guild_claims.tried_at')
    .orderBy('guild_claims.checked_at')
    .orderBy('guild_claims.user_id')
    .limit(limit)
    .execute()

export const writeFound = (db: Db, userId: string, guilds: string, found_at: string) =>
  upsert(db, 'found_guilds', { user_id: userId, guilds, found_at }, { key: ['user_id'] })

/** Returns the list of a user that is newer than `since` and comes from the Discord account that is linked now. */
export const foundBy = (db: Db, userId: string, since: string) =>
  db
    .selectFrom('found_guilds')
    .innerJoin('identities', 'identities.user_id', 'found_guilds.user_id')
    .select('found_guilds.guilds')
    .where(is('identities', { user_id: userId, provider: 'discord' }))
    .where('found_guilds.found_at', '>', since)
    .whereRef('identities.created_at', '<=', 'found_guilds.found_at')
    .executeTakeFirst()

export const deleteFoundBefore = (db: Db, before: string) =>
  db.deleteFrom('found_guilds').where('found_at', '<=', before).execute()
