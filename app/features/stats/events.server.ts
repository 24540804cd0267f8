import { allow } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Forbidden, NotFound } from '#app/errors.ts'
import { beat } from '#app/features/integrations/heartbeat.server.ts'
import { setOff } from '#app/features/automations/engine.server.ts'
import { ingest } from '#app/features/stats/ingestion.server.ts'
import type { GatewayEvent } from '#app/features/stats/schema.ts'
import { lockGuild, markAllChanged } from '#app/features/stats/store.server.ts'

/**
 * Stores a batch and counts it in the roll-ups: all of it or nothing. An event whose id is known counts for nothing. Throws
 * `NotFound` for a guild that is not here and `Forbidden` for one that the runner may not report on.
 */
export async function recordEvents(ctx: Context, { events }: { events: GatewayEvent[] }) {
  allow(ctx, 'events:report')
  for (const { guild_id } of events) mayReport(ctx, guild_id)
  // One order of guilds for every writer, so that two batches cannot wait for each other.
  const guilds = [...new Set(events.map((event) => event.guild_id))].sort()
  const result = await inTransaction(ctx, async (inner) => {
    // Writers of one guild take turns from here on to the end of the transaction.
    for (const guild of guilds) if (!(await lockGuild(inner.db, guild))) throw noGuild(guild)
    const fresh = await ingest(inner, events)
    await setOff(inner, fresh)
    const changed = [...new Set(fresh.map((event) => event.guild_id))]
    await markAllChanged(inner.db, changed, inner.now().toISOString())
    return { recorded: fresh.length, duplicates: events.length - fresh.length }
  })
  for (const guild of guilds) await beat(ctx, guild, 'discord-gateway')
  return result
}

/** Refuses when the runner's token is bound to another guild. */
export function mayReport({ actor }: Context, guildId: string): void {
  if (actor.kind === 'runner' && actor.guildId && actor.guildId !== guildId) {
    throw new Forbidden(`This runner may not report on the guild ${guildId}.`)
  }
}

const noGuild = (guildId: string) => new NotFound(`There is no guild ${guildId}.`)
