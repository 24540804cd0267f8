import type { Context } from '#app/context.server.ts'
import {
  enabledAutomations,
  revisionOf,
  type Enabled,
  type Ready,
} from '#app/features/automations/enabled.server.ts'
import { stopSlowAutomation } from '#app/features/automations/evaluation/stop-slow.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** How often a batch is evaluated again because an author changed an automation in between. */
const MOST_ROUNDS = 5

/** Which automations run for which events, by guild and event, and for which revision of the automations that is true. */
export type Foreseen = {
  guilds: Set<string>
  revisions: Map<string, string>
  byEvent: Map<string, Ready[]>
}

/** Thrown in the transaction when automations changed after their conditions were evaluated. */
export class Outdated extends Error {}

/** Identifies an event: ids are unique within a guild. */
export const keyOf = ({ guild_id, id }: Pick<GatewayEvent, 'guild_id' | 'id'>) => `${guild_id} ${id}`

/**
 * Evaluates conditions first and then runs `work`, which opens the transaction, so that no transaction waits for a pattern.
 * Evaluates them again when an automation changed in between.
 */
export async function withForesight<T>(
  ctx: Context,
  events: GatewayEvent[],
  work: (foreseen: Foreseen) => Promise<T>,
  { only }: { only?: string } = {},
): Promise<T> {
  for (let round = 1; ; round++) {
    const foreseen = await foresee(ctx, events, only)
    try {
      return await work(foreseen)
    } catch (error) {
      if (!(error instanceof Outdated) || round === MOST_ROUNDS) throw error
    }
  }
}

async function foresee(ctx: Context, events: GatewayEvent[], only?: string): Promise<Foreseen> {
  const distinct = new Map<string, GatewayEvent>()
  for (const event of events) {
    if (only === undefined && (event.type === 'SCHEDULE' || isOwn(ctx, event))) continue
    if (!distinct.has(keyOf(event))) distinct.set(keyOf(event), event)
  }
  const guilds = new Set([...distinct.values()].map((event) => event.guild_id))
  const foreseen: Foreseen = { guilds, revisions: new Map(), byEvent: new Map() }
  if (!guilds.size) return foreseen
  const lists = await enabledAutomations(ctx, [...guilds])
  if (lists.length && ctx.db.isTransaction) throw new Error('conditions are evaluated before the transaction')
  await Promise.all(
    lists.map((list) =>
      ofGuild(ctx, only === undefined ? list : justOne(list, only), [...distinct.values()], foreseen),
    ),
  )
  return foreseen
}

/** An automation whose time has come is evaluated alone. */
function justOne(list: Enabled, id: string): Enabled {
  const index = list.automations.findIndex((one) => one.id === id)
  const programs = index < 0 ? [] : [list.programs[index]!]
  return {
    ...list,
    key: `${list.key} ${id}`,
    programs,
    automations: list.automations.filter((one) => one.id === id),
  }
}

async function ofGuild(ctx: Context, list: Enabled, all: GatewayEvent[], foreseen: Foreseen) {
  const { guildId, automations, programs } = list
  const types = new Set(programs.flatMap((program) => program.types ?? []))
  const events = all.filter((event) => event.guild_id === guildId && types.has(event.type))
  const { hits, faults } = await ctx.evaluator.evaluate(list, events)
  const slow = faults.filter(({ reason }) => reason !== 'syntax')
  for (const { program, reason } of slow) await stopSlowAutomation(ctx, automations[program]!, reason)
  const out = new Set(faults.map(({ program }) => program))
  const stopped = new Set(slow.map(({ program }) => automations[program]!.id))
  foreseen.revisions.set(guildId, revisionOf(list.rows.filter(({ id }) => !stopped.has(id))))
  for (const [program, event] of hits.sort(byProgram)) {
    if (out.has(program)) continue
    const key = keyOf(events[event]!)
    foreseen.byEvent.set(key, [...(foreseen.byEvent.get(key) ?? []), automations[program]!])
  }
}

const byProgram = ([one]: [number, number], [other]: [number, number]) => one - other

/** The gateway also reports what the bot does. The id of most bots is the id of their application. */
const isOwn = ({ config }: Context, { actor, data }: GatewayEvent) =>
  actor !== null && actor.is_bot && (actor.id === config.discordApplicationId || data.self === true)
