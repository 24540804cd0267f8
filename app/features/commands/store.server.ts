import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import {
  containsText,
  countRows,
  inChunks,
  insertNew,
  is,
  listed,
  writeOver,
} from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type CommandRow = Selectable<Tables['commands']>
type CommandFilter = { guildId: string; enabled?: boolean | undefined; q?: string | undefined }
type List = CommandFilter & { limit: number; offset: number }

const withFilter = (db: Db, { guildId, enabled, q }: CommandFilter) =>
  db
    .selectFrom('commands')
    .where('guild_id', '=', guildId)
    .$if(enabled !== undefined, (query) => query.where('enabled', '=', Number(enabled)))
    .$if(q !== undefined, (query) =>
      query.where(({ or }) => or([containsText('name', q!), containsText('description', q!)])),
    )

/** By name; those of one name by type. */
export const commandRows = (db: Db, list: List) =>
  listed(withFilter(db, list).selectAll(), list, 'name', 'type')

/** Those of several guilds whose name holds the text, by name. */
export const searchCommands = (
  db: Db,
  { guildIds, q, limit }: { guildIds: readonly string[]; q: string; limit: number },
) =>
  db
    .selectFrom('commands')
    .select(['id', 'guild_id', 'name'])
    .where('guild_id', 'in', guildIds)
    .where(containsText('name', q))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Commands of guilds that the service disabled because a condition took too long, the latest first. */
export const slowIn = (db: Db, guildIds: string[], most: number) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('commands')
      .select(['id', 'guild_id', 'name', 'stopped_at'])
      .where('guild_id', 'in', chunk)
      .where('stopped_at', 'is not', null)
      .orderBy('stopped_at', 'desc')
      .limit(most)
      .execute(),
  )

export const countCommands = (db: Db, list: CommandFilter) => countRows(withFilter(db, list))

export const countOfType = (db: Db, guildId: string, type: number) =>
  countRows(withFilter(db, { guildId }).where('type', '=', type))

/** Those that are on. A guild has at most 130. */
export const enabledRows = (db: Db, guildId: string) =>
  withFilter(db, { guildId, enabled: true }).selectAll().execute()

export const commandById = (db: Db, guildId: string, id: string) =>
  withFilter(db, { guildId }).selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined when the guild has a command of this name and type. */
export const insertCommand = (db: Db, row: Insertable<Tables['commands']>) =>
  insertNew(db, 'commands', row, ['guild_id', 'type', 'name'])

/** The id of another command of the guild that has this name and type. */
export const commandWithSameName = (
  db: Db,
  { guildId, name, type }: { guildId: string; name: string; type: number },
) =>
  withFilter(db, { guildId })
    .select('id')
    .where('name', '=', name)
    .where('type', '=', type)
    .executeTakeFirst()

type Versioned = { guildId: string; id: string; version: number }

const atVersion = ({ guildId, id, version }: Versioned) => ({ guild_id: guildId, id, version })

/** Writes over `version`. Undefined when another stands, or none. */
export const writeCommand = (db: Db, at: Versioned, row: Updateable<Tables['commands']>) =>
  writeOver(db, 'commands', atVersion(at), row)

export const removeCommand = (db: Db, at: Versioned) =>
  db
    .deleteFrom('commands')
    .where(is('commands', atVersion(at)))
    .returning('id')
    .executeTakeFirst()
