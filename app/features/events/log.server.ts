import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, found } from '#app/errors.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { eventById, eventRows, type EventRow } from '#app/features/events/store.server.ts'
import type { EventSort, EventsQuery, LoggedEvent } from '#app/features/events/log.ts'

/**
 * Lists a guild's events that match the query, by default newest first. Throws `NotFound` for an unknown guild, and
 * `Invalid` if `before` is not an event of the guild.
 */
export async function listEvents(
  ctx: Context,
  { guildId, before, ...query }: { guildId: string } & EventsQuery & EventSort,
) {
  await allowGuild(ctx, 'guild:read', guildId)
  const place = before === undefined ? undefined : await eventById(ctx.db, guildId, before)
  if (before !== undefined && !place) {
    const message = 'This event does not exist or was deleted. Use the id of an existing event.'
    throw new Invalid(`before: ${message}`, [{ path: 'before', message }])
  }
  const { rows, next_before } = await eventRows(ctx.db, { guildId, ...query }, place)
  return { guild_id: guildId, events: rows.map(present), next_before, limit: query.limit }
}

/** Returns an event. Throws `NotFound`. */
export async function readEvent(
  ctx: Context,
  { guildId, id }: { guildId: string; id: string },
): Promise<LoggedEvent> {
  await allowGuild(ctx, 'guild:read', guildId)
  const row = found(await eventById(ctx.db, guildId, id), `Guild ${guildId} has no event ${id}.`)
  return present(row)
}

function present({ actor_id: _, actor, target, channel, data, type, ...row }: EventRow): LoggedEvent {
  const read = (text: string | null) => (text === null ? null : parseStored(text))
  return {
    ...row,
    type: type as LoggedEvent['type'],
    actor: read(actor) as LoggedEvent['actor'],
    target: read(target) as LoggedEvent['target'],
    channel: read(channel) as LoggedEvent['channel'],
    data: read(data) as LoggedEvent['data'],
  }
}
