import { setImmediate as breathe } from 'node:timers/promises'
import { allow, requireReportAccess } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound } from '#app/errors.ts'
import { triggerAutomations } from '#app/features/automations/trigger.server.ts'
import { eventKey, withEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import { withClampedTimes, ingestEvents } from '#app/features/stats/ingestion.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { isServed } from '#app/features/guilds/schema.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'
import type { ReportEventsInput } from '#app/features/runners/schema.ts'
import { markStatsChanged } from '#app/features/stats/revision.server.ts'

/**
 * Maximum number of runs that one transaction starts, because other requests wait for the transaction. A single event
 * can exceed this limit.
 */
const MAX_RUNS_PER_TRANSACTION = 200
/** Maximum number of events that one transaction stores. Storing holds the event loop on SQLite. */
const MAX_EVENTS_PER_TRANSACTION = 100

/**
 * Stores events and updates statistics. Drops events of guilds that are not served. A large batch may partially fail,
 * but resending the batch is safe. Throws `NotFound` for unknown guilds and `Forbidden` for guilds outside the runner's
 * scope.
 */
export async function recordEvents(ctx: Context, { events }: { events: GatewayEvent[] }) {
  allow(ctx, 'events:report')
  for (const { guild_id } of events) requireReportAccess(ctx, guild_id)
  const guilds = [...new Set(events.map((event) => event.guild_id))]
  const timely = withClampedTimes(events, ctx.now())
  let recorded = 0
  const served = new Set<string>()
  const store = async (evaluation: Evaluation) => {
    for (const part of splitBatch(timely, evaluation)) {
      recorded += await storePart(part, evaluation)
      await breathe()
    }
  }
  const storePart = (part: GatewayEvent[], evaluation: Evaluation) =>
    inTransaction(ctx, async (inner) => {
      // Serializes the writers of a guild until the end of the transaction.
      const held = await lockGuilds(inner, guilds)
      const missing = guilds.find((guild) => !held.has(guild))
      if (missing !== undefined) throw new NotFound(`Guild ${missing} does not exist.`)
      for (const [id, state] of held) if (isServed(state)) served.add(id)
      const fresh = await ingestEvents(
        inner,
        part.filter(({ guild_id }) => isServed(held.get(guild_id))),
      )
      await triggerAutomations(inner, fresh, evaluation)
      await markStatsChanged(inner, [...new Set(fresh.map((event) => event.guild_id))])
      return fresh.length
    })
  await withEvaluation(ctx, timely, store)
  return { recorded, duplicates: events.length - recorded, served }
}

/** Stores events of the key's guild, like `recordEvents`. */
export async function recordEventsOfKey(ctx: Context, { events }: ReportEventsInput) {
  const guild_id = guildOfKey(ctx.actor)
  const { recorded, duplicates } = await recordEvents(ctx, {
    events: events.map((event) => ({ ...event, guild_id })),
  })
  return { guild_id, recorded, duplicates }
}

/** Splits a batch so that no transaction stores too many events or starts too many runs. */
function splitBatch(events: GatewayEvent[], { byEvent }: Evaluation): GatewayEvent[][] {
  const parts: GatewayEvent[][] = [[]]
  let runs = 0
  for (const event of events) {
    const more = byEvent.get(eventKey(event))?.length ?? 0
    const isFull = parts.at(-1)!.length >= MAX_EVENTS_PER_TRANSACTION
    if (isFull || (runs > 0 && runs + more > MAX_RUNS_PER_TRANSACTION)) {
      parts.push([])
      runs = 0
    }
    parts.at(-1)!.push(event)
    runs += more
  }
  return parts
}
