import type { Insertable } from 'kysely'
import type { Guild } from '#app/features/guilds/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { insertNew, is } from '#app/platform/db/sql.server.ts'
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

const fields = ['id', 'name', 'created_at'] as const

export const insertGuild = (db: Db, guild: Guild) =>
  db
    .insertInto('guilds')
    .values(guild)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(fields)
    .executeTakeFirst()

export const allGuilds = (db: Db) =>
  db.selectFrom('guilds').select(fields).orderBy('name').orderBy('id').execute()

export const guildById = (db: Db, id: string) =>
  db.selectFrom('guilds').select(fields).where('id', '=', id).executeTakeFirst()

/** Locks the guild's row until the transaction ends. Returns undefined if the guild does not exist. */
export const lockGuild = (db: Db, guildId: string) =>
  db
    .updateTable('guilds')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', guildId)
    .returning('id')
    .executeTakeFirst()
