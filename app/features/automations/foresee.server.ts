import type { Context } from '#app/context.server.ts'
import {
  enabledAutomations,
  revisionOf,
  type EnabledAutomations,
  type EnabledAutomation,
} from '#app/features/automations/enabled.server.ts'
import { disableSlowAutomation } from '#app/features/automations/automations.server.ts'
import { isOwn } from '#app/features/events/own.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** Maximum number of evaluations of a batch if authors keep changing automations. */
const MAX_ROUNDS = 5

/** Automations to run for each event, by guild and event, with the revisions of the evaluated automations. */
export type Evaluation = {
  guilds: Set<string>
  revisions: Map<string, string>
  byEvent: Map<string, EnabledAutomation[]>
}

/** Error for automations that changed between the evaluation of their conditions and the transaction. */
export class OutdatedEvaluation extends Error {}

/** Returns the key of an event. Includes the guild, because event ids are unique only within a guild. */
export const eventKey = ({ guild_id, id }: Pick<GatewayEvent, 'guild_id' | 'id'>) => `${guild_id} ${id}`

/**
 * Evaluates conditions before `work` opens its transaction, so that no transaction waits for a pattern. Repeats the
 * evaluation if an automation has changed in the meantime.
 */
export async function withEvaluation<T>(
  ctx: Context,
  events: GatewayEvent[],
  work: (evaluation: Evaluation) => Promise<T>,
  { only }: { only?: string } = {},
): Promise<T> {
  for (let round = 1; ; round++) {
    const evaluation = await evaluateConditions(ctx, events, only)
    try {
      return await work(evaluation)
    } catch (error) {
      if (!(error instanceof OutdatedEvaluation) || round === MAX_ROUNDS) throw error
    }
  }
}

async function evaluateConditions(ctx: Context, events: GatewayEvent[], only?: string): Promise<Evaluation> {
  const distinct = new Map<string, GatewayEvent>()
  for (const event of events) {
    if (only === undefined && (event.type === 'SCHEDULE' || isOwn(ctx, event))) continue
    if (!distinct.has(eventKey(event))) distinct.set(eventKey(event), event)
  }
  const guilds = new Set([...distinct.values()].map((event) => event.guild_id))
  const evaluation: Evaluation = { guilds, revisions: new Map(), byEvent: new Map() }
  if (!guilds.size) return evaluation
  const lists = await enabledAutomations(ctx, [...guilds])
  if (lists.length && ctx.db.isTransaction) throw new Error('conditions are evaluated before the transaction')
  await Promise.all(
    lists.map((list) =>
      evaluateGuild(
        ctx,
        only === undefined ? list : onlyAutomation(list, only),
        [...distinct.values()],
        evaluation,
      ),
    ),
  )
  return evaluation
}

/** Returns the list with only one automation, for its scheduled run. */
function onlyAutomation(list: EnabledAutomations, id: string): EnabledAutomations {
  const index = list.automations.findIndex((one) => one.id === id)
  const programs = index < 0 ? [] : [list.programs[index]!]
  return {
    ...list,
    key: `${list.key} ${id}`,
    programs,
    automations: list.automations.filter((one) => one.id === id),
  }
}

async function evaluateGuild(
  ctx: Context,
  list: EnabledAutomations,
  all: GatewayEvent[],
  evaluation: Evaluation,
) {
  const { guildId, automations, programs } = list
  const types = new Set(programs.flatMap((program) => program.types ?? []))
  const events = all.filter((event) => event.guild_id === guildId && types.has(event.type))
  const { hits, faults } = await ctx.evaluator.evaluate(list, events)
  const slow = faults.filter(({ reason }) => reason !== 'syntax')
  for (const { program, reason } of slow) await disableSlowAutomation(ctx, automations[program]!, reason)
  const out = new Set(faults.map(({ program }) => program))
  const stopped = new Set(slow.map(({ program }) => automations[program]!.id))
  evaluation.revisions.set(guildId, revisionOf(list.rows.filter(({ id }) => !stopped.has(id))))
  for (const [program, event] of hits.sort(byProgram)) {
    if (out.has(program)) continue
    const key = eventKey(events[event]!)
    evaluation.byEvent.set(key, [...(evaluation.byEvent.get(key) ?? []), automations[program]!])
  }
}

const byProgram = ([one]: [number, number], [other]: [number, number]) => one - other
