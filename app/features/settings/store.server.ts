import type { Insertable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { insertNew, writeOver } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Returns a guild and its saved settings, which are null before the first save. */
export const settingsRow = (db: Db, guildId: string) =>
  db
    .selectFrom('guilds')
    .leftJoin('guild_settings', 'guild_settings.guild_id', 'guilds.id')
    .select([
      'guilds.id as guild_id',
      'guilds.name',
      'guild_settings.settings',
      'guild_settings.version',
      'guild_settings.updated_at',
      'guild_settings.updated_by',
    ])
    .where('guilds.id', '=', guildId)
    .executeTakeFirst()

type Row = Insertable<Tables['guild_settings']>

/**
 * Writes the next version if `version` is current, or the first version for 0. Returns undefined for an outdated
 * version.
 */
export const writeSettings = (db: Db, row: Row, version: number) =>
  version === 0
    ? insertNew(db, 'guild_settings', row, ['guild_id'])
    : writeOver(db, 'guild_settings', { guild_id: row.guild_id, version }, row)
