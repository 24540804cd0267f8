import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/db/transaction.server.ts'
import { setOff } from '#app/features/automations/engine.server.ts'
import type { Foreseen } from '#app/features/automations/foresee.server.ts'
import { ingest } from '#app/features/stats/ingestion.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { markEventComing } from '#app/features/stats/revision.server.ts'

/**
 * Stores and counts what interactions were, several in as many statements as one. An event whose id is known counts for
 * nothing, and so does one of a guild that is not here any more. `foreseen` comes from the same events.
 */
export async function recordInteractionEvents(
  ctx: Context,
  events: GatewayEvent[],
  foreseen: Foreseen,
): Promise<void> {
  allow(ctx, 'interactions:answer')
  await inTransaction(ctx, async (inner) => {
    const gone = new Set<string>()
    // One order of guilds for every writer, so that two batches cannot wait for each other.
    for (const guildId of [...new Set(events.map((event) => event.guild_id))].sort()) {
      const first = events.find((event) => event.guild_id === guildId)!
      if (!(await markEventComing(inner, first))) gone.add(guildId)
    }
    const fresh = await ingest(
      inner,
      events.filter((event) => !gone.has(event.guild_id)),
    )
    await setOff(inner, fresh, foreseen)
  })
}
