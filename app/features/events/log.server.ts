import { allow } from '#app/access.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, found } from '#app/errors.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { eventById, eventRows, type EventRow } from '#app/features/events/store.server.ts'
import type { EventsQuery, LoggedEvent } from '#app/features/events/log.ts'

/**
 * Lists a guild's events that match the query, newest first. Throws `NotFound` for an unknown guild, and `Invalid` if
 * `before` is not an event of the guild.
 */
export async function listEvents(ctx: Context, { guildId, ...query }: { guildId: string } & EventsQuery) {
  allow(ctx, 'guild:read', guildId)
  await readGuild(ctx, { id: guildId })
  const { before, limit } = query
  const place = before === undefined ? undefined : await eventById(ctx.db, guildId, before)
  if (before !== undefined && !place) {
    const message = 'This event does not exist or was deleted. Use the id of an existing event.'
    throw new Invalid(`before: ${message}`, [{ path: 'before', message }])
  }
  // Fetches one more row to detect whether there is a next page.
  const rows = await eventRows(ctx.db, { guildId, ...query, limit: limit + 1 }, place)
  const page = rows.slice(0, limit)
  const next_before = rows.length > limit ? page.at(-1)!.id : null
  return { guild_id: guildId, events: page.map(present), next_before, limit }
}

/** Returns an event. Throws `NotFound`. */
export async function readEvent(
  ctx: Context,
  { guildId, id }: { guildId: string; id: string },
): Promise<LoggedEvent> {
  allow(ctx, 'guild:read', guildId)
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
