import type { Db } from '#app/platform/db/connection.server.ts'
import type { Guild } from '#app/features/guilds/schema.ts'

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

/** Takes the guild's row lock until the transaction ends; undefined when there is no such guild. */
export const lockGuild = (db: Db, guildId: string) =>
  db
    .updateTable('guilds')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', guildId)
    .returning('id')
    .executeTakeFirst()
