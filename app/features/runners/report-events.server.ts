import { setImmediate as breathe } from 'node:timers/promises'
import { allow, mayReport } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound } from '#app/errors.ts'
import { triggerAutomations } from '#app/features/automations/trigger.server.ts'
import { eventKey, withEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import { withClampedTimes, ingestEvents } from '#app/features/stats/ingestion.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { markStatsChanged } from '#app/features/stats/revision.server.ts'

/** How many runs one transaction begins, unless a single event begins more: other requests wait for it. */
const MAX_RUNS_PER_TRANSACTION = 200

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
  const timely = withClampedTimes(events, ctx.now())
  let recorded = 0
  const store = async (evaluation: Evaluation) => {
    for (const part of splitBatch(timely, evaluation)) {
      recorded += await storePart(part, evaluation)
      await breathe()
    }
  }
  const storePart = (part: GatewayEvent[], evaluation: Evaluation) =>
    inTransaction(ctx, async (inner) => {
      // Writers of one guild take turns from here on to the end of the transaction.
      const held = await lockGuilds(inner, guilds)
      const missing = guilds.find((guild) => !held.has(guild))
      if (missing !== undefined) throw new NotFound(`There is no guild ${missing}.`)
      const fresh = await ingestEvents(inner, part)
      await triggerAutomations(inner, fresh, evaluation)
      await markStatsChanged(inner, [...new Set(fresh.map((event) => event.guild_id))])
      return fresh.length
    })
  await withEvaluation(ctx, timely, store)
  return { recorded, duplicates: events.length - recorded }
}

/** Splits a batch where the runs that its events begin become too many for one transaction. */
function splitBatch(events: GatewayEvent[], { byEvent }: Evaluation): GatewayEvent[][] {
  const parts: GatewayEvent[][] = [[]]
  let runs = 0
  for (const event of events) {
    const more = byEvent.get(eventKey(event))?.length ?? 0
    if (runs > 0 && runs + more > MAX_RUNS_PER_TRANSACTION) {
      parts.push([])
      runs = 0
    }
    parts.at(-1)!.push(event)
    runs += more
  }
  return parts
}
