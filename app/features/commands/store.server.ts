import type { Insertable, Selectable } from 'kysely'
import type { Modal } from '#app/features/commands/components.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import type { Command } from '#app/features/commands/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { guildItemStore } from '#app/platform/db/guild-items.server.ts'
import { countRows, insertNew, is } from '#app/platform/db/sql.server.ts'
import { rowsWithText } from '#app/platform/db/text-scan.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'commands.options': CommandOption[]
    'commands.contexts': Command['contexts']
    'commands.response': Command['response']
    'commands.actions': Command['actions']
    'commands.components': Command['components']
    'commands.modal': Modal
    'commands.allowed_mentions': Command['allowed_mentions']
  }
}

export type CommandRow = Selectable<Tables['commands']>

export const commandStore = guildItemStore<CommandRow>('commands', 'type')

export const countOfType = (db: Db, guildId: string, type: number) =>
  countRows(db.selectFrom('commands').where(is('commands', { guild_id: guildId, type })))

/** Returns a guild's enabled commands, at most 130. */
export const enabledRows = (db: Db, guildId: string) =>
  db
    .selectFrom('commands')
    .selectAll()
    .where(is('commands', { guild_id: guildId, enabled: 1 }))
    .execute()

/** Inserts a command. Returns undefined if the guild already has a command with this name and type. */
export const insertCommand = (db: Db, row: Insertable<Tables['commands']>) =>
  insertNew(db, 'commands', row, ['guild_id', 'type', 'name'])

/** Returns the id of another command that has this name and type in the guild. */
export const commandWithSameName = (
  db: Db,
  { guildId, name, type }: { guildId: string; name: string; type: number },
) =>
  db
    .selectFrom('commands')
    .select('id')
    .where(is('commands', { guild_id: guildId, name, type }))
    .executeTakeFirst()

/** Columns that contain texts and links of a command. */
export const textColumns = ['description', 'response', 'actions', 'components', 'modal'] as const

/** Yields the commands of all guilds that contain any of the texts. */
export const commandsWithText = (db: Db, texts: readonly string[]) =>
  rowsWithText(db, 'commands', { key: ['id'], columns: [...textColumns], texts })
