import { setImmediate as breathe } from 'node:timers/promises'
import { allow, mayReport } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound } from '#app/errors.ts'
import { setOff } from '#app/features/automations/trigger.server.ts'
import { keyOf, withForesight, type Foreseen } from '#app/features/automations/foresee.server.ts'
import { atTheirTime, ingest } from '#app/features/stats/ingestion.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { holdGuilds } from '#app/features/guilds/lock.server.ts'
import { markAllChanged } from '#app/features/stats/revision.server.ts'

/** How many runs one transaction begins, unless a single event begins more: other requests wait for it. */
const RUNS_AT_ONCE = 200

/**
 * Stores a batch and counts it in the roll-ups. Events that set off many automations are stored a part at a time, each part
 * in a transaction, so a batch that fails may be stored in part. An event whose id is known is skipped, so sending the batch
 * again stores the rest. Throws `NotFound` for a guild that is not here and `Forbidden` for one that the runner may not
 * report on.
 */
export async function recordEvents(ctx: Context, { events }: { events: GatewayEvent[] }) {
  allow(ctx, 'events:report')
  for (const { guild_id } of events) mayReport(ctx, guild_id)
  const guilds = [...new Set(events.map((event) => event.guild_id))]
  const timely = atTheirTime(events, ctx.now())
  let recorded = 0
  const store = async (foreseen: Foreseen) => {
    for (const part of partsOf(timely, foreseen)) {
      recorded += await storePart(part, foreseen)
      await breathe()
    }
  }
  const storePart = (part: GatewayEvent[], foreseen: Foreseen) =>
    inTransaction(ctx, async (inner) => {
      // Writers of one guild take turns from here on to the end of the transaction.
      const held = await holdGuilds(inner, guilds)
      const missing = guilds.find((guild) => !held.has(guild))
      if (missing !== undefined) throw new NotFound(`There is no guild ${missing}.`)
      const fresh = await ingest(inner, part)
      await setOff(inner, fresh, foreseen)
      await markAllChanged(inner, [...new Set(fresh.map((event) => event.guild_id))])
      return fresh.length
    })
  await withForesight(ctx, timely, store)
  return { recorded, duplicates: events.length - recorded }
}

/** Splits a batch where the runs that its events begin become too many for one transaction. */
function partsOf(events: GatewayEvent[], { byEvent }: Foreseen): GatewayEvent[][] {
  const parts: GatewayEvent[][] = [[]]
  let runs = 0
  for (const event of events) {
    const more = byEvent.get(keyOf(event))?.length ?? 0
    if (runs > 0 && runs + more > RUNS_AT_ONCE) {
      parts.push([])
      runs = 0
    }
    parts.at(-1)!.push(event)
    runs += more
  }
  return parts
}
