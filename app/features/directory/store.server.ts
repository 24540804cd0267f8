import type { Insertable, Selectable } from 'kysely'
import type { StoredKind } from '#app/features/directory/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow, insertNew, is } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type DirectoryRow = Selectable<Tables['directories']>

export const directoryRow = (db: Db, guildId: string, kind: StoredKind) =>
  db
    .selectFrom('directories')
    .selectAll()
    .where(is('directories', { guild_id: guildId, kind }))
    .executeTakeFirst()

export const directoryRows = (db: Db, guildId: string) =>
  db.selectFrom('directories').selectAll().where('guild_id', '=', guildId).execute()

/** Returns the revisions of a guild's directory, to check a cached directory. */
export const revisionsOf = (db: Db, guildId: string) =>
  db
    .selectFrom('directories')
    .select(['kind', 'rev'])
    .where('guild_id', '=', guildId)
    .orderBy('kind')
    .execute()

/**
 * Writes a directory if the stored revision is still `before`, or undefined for none. Returns false if another writer
 * was faster.
 */
export const writeDirectory = (db: Db, row: Insertable<Tables['directories']>, before: number | undefined) =>
  before === undefined
    ? insertNew(db, 'directories', row, ['guild_id', 'kind']).then(Boolean)
    : anyRow(
        db
          .updateTable('directories')
          .set({
            rev: row.rev,
            items: row.items,
            bot: row.bot ?? null,
            deleted: row.deleted,
            updated_at: row.updated_at,
          })
          .where(is('directories', { guild_id: row.guild_id, kind: row.kind, rev: before }))
          .where('rev', '<', row.rev)
          .returning('rev'),
      )

/** Returns the guilds, out of these, whose directories have deleted entries. */
export const guildsWithDeleted = (db: Db, guildIds: string[]) =>
  db
    .selectFrom('directories')
    .select('guild_id')
    .distinct()
    .where('guild_id', 'in', guildIds)
    .where('deleted', '>', 0)
    .execute()

/** Returns whether the guild exists and is not blocked. Reports of blocked guilds are not stored. */
export const acceptsDirectory = (db: Db, guildId: string) =>
  anyRow(db.selectFrom('guilds').select('id').where('id', '=', guildId).where('state', '!=', 'blocked'))
