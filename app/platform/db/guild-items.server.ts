import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import {
  containsText,
  countRows,
  inChunks,
  is,
  listed,
  orderBy,
  writeOver,
} from '#app/platform/db/sql.server.ts'
import type { Sorted } from '#app/primitives/schema.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

type Table = 'automations' | 'commands'
type Columns = 'id' | 'guild_id' | 'name' | 'enabled' | 'version' | 'updated_at' | 'updated_by'

/** Columns of automations and commands that shared code reads. */
export type ItemRow = Pick<Selectable<Tables[Table]>, Columns>
export type ItemRef = { guildId: string; id: string }
export type ItemVersion = ItemRef & { version: number }
export type ItemFilter = { guildId: string; enabled?: boolean | undefined; q?: string | undefined }
/** Column that sorts a list, which the caller has validated. */
export type ItemSort = Sorted<string>
export type ItemSearch = { guildIds: readonly string[]; q: string; limit: number }

const atVersion = ({ guildId, id, version }: ItemVersion) => ({ guild_id: guildId, id, version })

/** Creates the queries that automations and commands share. Pages are sorted by `name`, then `tiebreaker`. */
export function guildItemStore<Row extends ItemRow>(table: Table, tiebreaker: `${keyof Row & string}`) {
  const withFilter = (db: Db, { guildId, enabled, q }: ItemFilter) =>
    db
      .selectFrom(table)
      .where('guild_id', '=', guildId)
      .$if(enabled !== undefined, (query) => query.where('enabled', '=', Number(enabled)))
      .$if(q !== undefined, (query) =>
        query.where(({ or }) => or([containsText('name', q!), containsText('description', q!)])),
      )
  const rows = (db: Db, filter: ItemFilter) =>
    withFilter(db, filter).selectAll() as unknown as SelectQueryBuilder<Tables, Table, Row>
  return {
    list: (
      db: Db,
      { sort, order = 'asc', ...filter }: ItemFilter & ItemSort & { limit: number; offset: number },
    ) => {
      const [column, id] = orderBy((sort ?? 'name') as 'name', order)
      const terms = sort ? ([`${column} nulls last`, id] as const) : (['name', tiebreaker] as const)
      return listed(rows(db, filter), filter, ...terms) as Promise<Row[]>
    },

    count: (db: Db, filter: ItemFilter) => countRows(withFilter(db, filter)),

    byId: (db: Db, { guildId, id }: ItemRef) =>
      rows(db, { guildId }).where('id', '=', id).executeTakeFirst() as Promise<Row | undefined>,

    /** Finds items by part of their name in several guilds, sorted by name. */
    search: (db: Db, { guildIds, q, limit }: ItemSearch) =>
      db
        .selectFrom(table)
        .select(['id', 'guild_id', 'name'])
        .where('guild_id', 'in', guildIds)
        .where(containsText('name', q))
        .orderBy('name')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Returns the items that the service disabled in these guilds because a condition took too long, newest first. */
    slow: (db: Db, guildIds: string[], most: number) =>
      inChunks(guildIds, (chunk) =>
        db
          .selectFrom(table)
          .select(['id', 'guild_id', 'name', 'stopped_at'])
          .where('guild_id', 'in', chunk)
          .where('stopped_at', 'is not', null)
          .orderBy('stopped_at', 'desc')
          .limit(most)
          .execute(),
      ),

    /** Updates a row if it has this version. Returns undefined if the row has another version or was deleted. */
    write: (db: Db, at: ItemVersion, row: Record<string, unknown>) =>
      writeOver(db, table, atVersion(at), row) as Promise<unknown> as Promise<Row | undefined>,

    remove: (db: Db, at: ItemVersion) =>
      db
        .deleteFrom(table)
        .where(is(table, atVersion(at)))
        .returning('id')
        .executeTakeFirst(),
  }
}

export type GuildItemStore<Row extends ItemRow> = ReturnType<typeof guildItemStore<Row>>
