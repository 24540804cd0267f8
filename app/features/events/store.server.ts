import type { Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { EventsQuery } from '#app/features/events/log.ts'

export type EventRow = Selectable<Tables['events']>
type Place = Pick<EventRow, 'id' | 'occurred_at'>

/**
 * Returns events, newest first, then by descending id. With `before`, returns only events after that event in this
 * order.
 */
export function eventRows(
  db: Db,
  { guildId, type, actor, limit }: Omit<EventsQuery, 'before'> & { guildId: string },
  before: Place | undefined,
) {
  let query = db.selectFrom('events').selectAll().where('guild_id', '=', guildId)
  if (type) query = query.where('type', '=', type)
  if (actor) query = query.where('actor_id', '=', actor)
  if (before) {
    const { id, occurred_at: at } = before
    query = query
      .where('occurred_at', '<=', at)
      .where((where) => where.or([where('occurred_at', '<', at), where('id', '<', id)]))
  }
  return query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const eventById = (db: Db, guildId: string, id: string) =>
  db.selectFrom('events').selectAll().where('guild_id', '=', guildId).where('id', '=', id).executeTakeFirst()
