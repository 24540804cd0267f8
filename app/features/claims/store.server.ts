import { sql, type SqlBool } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { is, upsert } from '#app/platform/db/sql.server.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'found_guilds.guilds': { id: string; name: string }[]
  }
}

type Key = { guildId: string; userId: string }
const keyOf = ({ guildId, userId }: Key) => is('guild_claims', { guild_id: guildId, user_id: userId })

/** Time before every check, for claims that must be checked again. */
export const NEVER = '1970-01-01T00:00:00.000Z'

export const claimOf = (db: Db, key: Key) =>
  db.selectFrom('guild_claims').selectAll().where(keyOf(key)).executeTakeFirst()

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

export const upsertClaim = (db: Db, { guildId, userId }: Key, at: string) =>
  upsert(
    db,
    'guild_claims',
    { guild_id: guildId, user_id: userId, checked_at: at, suspended_at: null, created_at: at },
    { key: ['guild_id', 'user_id'], changed: { checked_at: at, suspended_at: null } },
  )

/** Stores the result of a check. Returns undefined if the claim was released. */
export const storeCheck = (db: Db, key: Key, row: { checked_at: string; suspended_at: string | null }) =>
  db.updateTable('guild_claims').set(row).where(keyOf(key)).returning('user_id').executeTakeFirst()

export const deleteClaim = (db: Db, key: Key) =>
  db.deleteFrom('guild_claims').where(keyOf(key)).returning('user_id').executeTakeFirst()

/** Marks claims of a guild as not checked: those of all users, or of the users with these Discord ids. */
export const expireClaims = (db: Db, guildId: string, discordIds?: readonly string[]) =>
  db
    .updateTable('guild_claims')
    .set({ checked_at: NEVER })
    .where('guild_id', '=', guildId)
    .$if(discordIds !== undefined, (query) =>
      query.where(
        'user_id',
        'in',
        db
          .selectFrom('identities')
          .select('user_id')
          .where('provider', '=', 'discord')
          .where('provider_user_id', 'in', discordIds!),
      ),
    )
    .execute()

/** Returns claims that must be checked again. */
export const uncheckedClaims = (db: Db, limit: number) =>
  db
    .selectFrom('guild_claims')
    .select(['guild_id', 'user_id'])
    .where('checked_at', '=', NEVER)
    .limit(limit)
    .execute()

export const writeFound = (db: Db, userId: string, guilds: string, found_at: string) =>
  upsert(db, 'found_guilds', { user_id: userId, guilds, found_at }, { key: ['user_id'] })

export const foundBy = (db: Db, userId: string, since: string) =>
  db
    .selectFrom('found_guilds')
    .select('guilds')
    .where(sql<SqlBool>`user_id = ${userId} and found_at > ${since}`)
    .executeTakeFirst()

export const deleteFoundBefore = (db: Db, before: string) =>
  db.deleteFrom('found_guilds').where('found_at', '<=', before).execute()
