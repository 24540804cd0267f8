import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely'
import { NEVER_CHECKED } from '#app/access.ts'
import type { GuildPolicy } from '#app/features/guilds/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { inChunks, insertNew, is, isPostgres, upsert } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Returns a guild's managers, in the order in which they were added. */
export const managersOf = (db: Db, guildId: string) =>
  db
    .selectFrom('guild_managers')
    .innerJoin('users', 'users.id', 'guild_managers.user_id')
    .select(['guild_managers.user_id', 'users.name', 'users.email', 'guild_managers.created_at'])
    .where('guild_managers.guild_id', '=', guildId)
    .orderBy('guild_managers.created_at')
    .orderBy('guild_managers.user_id')
    .execute()

/** Returns the guilds that an account manages, by guild id. */
export const managedBy = (db: Db, userId: string) =>
  db
    .selectFrom('guild_managers')
    .innerJoin('guilds', 'guilds.id', 'guild_managers.guild_id')
    .select(['guild_managers.guild_id', 'guilds.name', 'guild_managers.created_at'])
    .where('guild_managers.user_id', '=', userId)
    .orderBy('guild_managers.guild_id')
    .execute()

/** Returns a row if an account manages a guild: as an assigned manager, or with a valid claim that was checked since `since`. */
export const managerRow = (db: Db, guildId: string, userId: string, since: string) =>
  db
    .selectFrom('guild_managers')
    .select('user_id')
    .where(is('guild_managers', { guild_id: guildId, user_id: userId }))
    .union(
      db
        .selectFrom('guild_claims')
        .select('user_id')
        .where(is('guild_claims', { guild_id: guildId, user_id: userId }))
        .where('suspended_at', 'is', null)
        .where('checked_at', '>=', since),
    )
    .executeTakeFirst()

/** Inserts a manager. Returns undefined if the account already manages the guild. */
export const insertManager = (db: Db, row: Insertable<Tables['guild_managers']>) =>
  insertNew(db, 'guild_managers', row, ['guild_id', 'user_id'])

/** Deletes a manager. Returns undefined if the account did not manage the guild. */
export const deleteManager = (db: Db, guildId: string, userId: string) =>
  db
    .deleteFrom('guild_managers')
    .where(is('guild_managers', { guild_id: guildId, user_id: userId }))
    .returning('user_id')
    .executeTakeFirst()

/** Marks claims of a guild as not checked: those of all users, or of the users with these Discord ids. */
export const expireClaimRows = (db: Db, guildId: string, discordIds?: readonly string[]) =>
  db
    .updateTable('guild_claims')
    .set({ checked_at: NEVER_CHECKED, tried_at: NEVER_CHECKED, expirations: sql`expirations + 1` })
    .where('guild_id', '=', guildId)
    .$if(discordIds !== undefined, (query) =>
      query.where(
        'identity_id',
        'in',
        db
          .selectFrom('identities')
          .select('id')
          .where('provider', '=', 'discord')
          .where('provider_user_id', 'in', discordIds!),
      ),
    )
    .execute()

/** Selects guilds. The member count is from the statistics or, if they have none yet, from the last report. */
const selectGuilds = (db: Db) =>
  db
    .selectFrom('guilds')
    .leftJoin('snapshots', 'snapshots.guild_id', 'guilds.id')
    .select(['guilds.id', 'guilds.name', 'guilds.state', 'guilds.icon', 'guilds.owner_id'])
    .select(({ fn }) => fn.coalesce('snapshots.member_count', 'guilds.member_count').as('member_count'))
    .select('snapshots.recorded_at as member_count_at')
    .select(['guilds.joined_at', 'guilds.left_at', 'guilds.created_at'])

/** Inserts a guild. Returns undefined if the guild already exists. */
export const insertGuild = (db: Db, row: Insertable<Tables['guilds']>) =>
  db
    .insertInto('guilds')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const allGuilds = (db: Db) => selectGuilds(db).orderBy('guilds.name').orderBy('guilds.id').execute()

export const guildById = (db: Db, id: string) =>
  selectGuilds(db).where('guilds.id', '=', id).executeTakeFirst()

/** Returns the states of guilds. Unknown guilds are missing. */
export const statesOf = (db: Db, ids: string[]) =>
  inChunks(ids, (chunk) => db.selectFrom('guilds').select(['id', 'state']).where('id', 'in', chunk).execute())

/** Locks the guild's row until the transaction ends. Returns undefined if the guild does not exist. */
export const lockGuild = (db: Db, guildId: string) =>
  db
    .updateTable('guilds')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', guildId)
    .returning(['id', 'state', 'owner_id', 'joined_at', 'approved_at', 'left_at'])
    .executeTakeFirst()

export const updateGuild = (db: Db, id: string, row: Updateable<Tables['guilds']>) =>
  db.updateTable('guilds').set(row).where('id', '=', id).returning('name').executeTakeFirst()

/** Returns the guilds that a runner of the application has reported and that the bot has not left. */
export const presentGuilds = (db: Db, applicationId: string) =>
  db
    .selectFrom('guilds')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .execute()

export const policyRow = (db: Db) =>
  db.selectFrom('guild_policy').select(['policy', 'leave_after_days']).executeTakeFirst()

export const writePolicy = (db: Db, row: GuildPolicy) =>
  upsert(db, 'guild_policy', { id: 'guilds', ...row }, { key: ['id'] })

/** Tables with many rows for each guild. */
export const guildTables = ['events', 'daily_actors', 'jobs', 'runs', 'heartbeats'] as const

const leftBefore = (id: string, before: string) =>
  sql<SqlBool>`guilds.id = ${id} and guilds.left_at <= ${before}`

/** Deletes one batch of the rows of a guild that the bot left before a time. Returns the number of deleted rows. */
export async function deleteGuildRows(
  db: Db,
  table: (typeof guildTables)[number],
  { id, before, limit }: { id: string; before: string; limit: number },
): Promise<number> {
  const row = isPostgres(db) ? sql`ctid` : sql`rowid`
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${row} in (
      select ${row} from ${sql.table(table)}
      where guild_id = ${id} and exists (select 1 from guilds where ${leftBefore(id, before)})
      limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes a guild that the bot left before a time, with all rows that refer to it. */
export const deleteLeftGuild = (db: Db, id: string, before: string) =>
  db.deleteFrom('guilds').where(leftBefore(id, before)).returning('id').executeTakeFirst()
