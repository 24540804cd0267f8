import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { EventType } from '#app/features/events/events.ts'

const OF_EACH = 10
const OF_ALL = 25

/** Events of a guild to try an automation with, the newest first: the latest, and the latest of each of these types. */
export async function recentEvents(
  ctx: Context,
  { guildId, types }: { guildId: string; types: readonly EventType[] },
): Promise<LoggedEvent[]> {
  allow(ctx, 'guild:read', guildId)
  const found = new Map<string, LoggedEvent>()
  const add = async (limit: number, type?: EventType) => {
    const { events } = await listEvents(ctx, { guildId, limit, ...(type ? { type } : {}) })
    for (const event of events) found.set(event.id, event)
  }
  await add(OF_ALL)
  for (const type of types) await add(OF_EACH, type)
  return [...found.values()].sort((one, other) => other.occurred_at.localeCompare(one.occurred_at))
}
