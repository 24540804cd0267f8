import type { Selectable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import type { Tables } from '#app/db/tables.ts'

export type CommandRow = Selectable<Tables['commands']>

export const commandByName = (
  db: Db,
  { guildId, name, type }: { guildId: string; name: string; type: number },
) =>
  db
    .selectFrom('commands')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('type', '=', type)
    .where('name', '=', name)
    .executeTakeFirst()

export const countUse = (db: Db, id: string, at: string) =>
  db
    .updateTable('commands')
    .set((expression) => ({ use_count: expression('use_count', '+', 1), last_used_at: at }))
    .where('id', '=', id)
    .execute()
