import type { Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import { listedAfter } from '#app/platform/db/sql.server.ts'
import type { EventSort, EventsQuery } from '#app/features/events/log.ts'

export type EventRow = Selectable<Tables['events']>

const sortColumns = { occurred_at: ['occurred_at', 'id'], type: ['type', 'occurred_at', 'id'] } as const

/** Returns a guild's events after an event, by default newest first, then by descending id. */
export function eventRows(
  db: Db,
  {
    guildId,
    type,
    actor,
    sort = 'occurred_at',
    order,
    limit,
  }: Omit<EventsQuery, 'before'> & EventSort & { guildId: string },
  after: EventRow | undefined,
) {
  let query = db.selectFrom('events').selectAll().where('guild_id', '=', guildId)
  if (type) query = query.where('type', '=', type)
  if (actor) query = query.where('actor_id', '=', actor)
  return listedAfter(query, { by: sortColumns[sort], order, after, limit })
}

export const eventById = (db: Db, guildId: string, id: string) =>
  db.selectFrom('events').selectAll().where('guild_id', '=', guildId).where('id', '=', id).executeTakeFirst()
