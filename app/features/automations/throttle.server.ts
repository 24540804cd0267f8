import type { Context } from '#app/context.server.ts'
import type { Automation } from '#app/features/automations/schema.ts'
import {
  addToRateCounts,
  deleteExpiredThrottles,
  endCooldowns,
  readCooldown,
  startCooldowns,
} from '#app/features/automations/store.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'

/**
 * Maximum number of times that an automation runs per person and minute. An automation above this limit probably
 * triggers itself.
 */
export const MAX_RUNS_PER_MINUTE = 20
/** Start of the event ids of runs that a person starts. No reported event has such an id. */
export const MANUAL_EVENT = 'manual:'
/** Maximum number of expired rows that one pass deletes. */
const PURGE_BATCH_SIZE = 1_000

/** Automation with the event that triggers it. */
export type TriggeredAutomation<A> = { automation: A; event: GatewayEvent }
type Cooldown = Automation['cooldown']

/** Returns the subject of an automation's cooldown after an event, or null if there is none. */
export function cooldownKey({ scope }: Cooldown, event: GatewayEvent): string | null {
  if (scope === 'guild') return event.guild_id
  if (scope === 'channel') return event.channel?.id ?? null
  return scope === 'user' ? (event.actor?.id ?? null) : null
}

/** Returns the end of an automation's cooldown for an event, or undefined if there is none. */
export async function cooldownEnd(
  { db, now }: Context,
  { id, cooldown }: Pick<Automation, 'id' | 'cooldown'>,
  event: GatewayEvent,
): Promise<string | undefined> {
  const subject = cooldown.seconds > 0 ? cooldownKey(cooldown, event) : null
  if (subject === null) return undefined
  return (await readCooldown(db, { automation_id: id, subject }, now().toISOString()))?.until
}

/**
 * Returns the automations that are not on cooldown, and starts their cooldowns. Only the first of several events in a
 * batch counts.
 */
export async function offCooldown<A extends { id: string; cooldown: Cooldown }>(
  ctx: Context,
  list: TriggeredAutomation<A>[],
): Promise<TriggeredAutomation<A>[]> {
  const now = ctx.now()
  const firsts = new Map<string, { automation_id: string; subject: string; until: string }>()
  const keys = list.map(({ automation: { id, cooldown }, event }) => {
    const subject = cooldown.seconds > 0 ? cooldownKey(cooldown, event) : null
    if (subject === null) return null
    const key = `${id} ${subject}`
    if (firsts.has(key)) return { key, isFirst: false }
    const until = new Date(now.getTime() + cooldown.seconds * 1_000).toISOString()
    firsts.set(key, { automation_id: id, subject, until })
    return { key, isFirst: true }
  })
  if (!firsts.size) return list
  const begun = await startCooldowns(ctx.db, inOrder([...firsts.values()]), now.toISOString())
  const free = new Set(begun.map(({ automation_id, subject }) => `${automation_id} ${subject}`))
  return list.filter((_, index) => {
    const key = keys[index]
    return !key || (key.isFirst && free.has(key.key))
  })
}

/**
 * Ends the cooldowns of failed runs that a person started and in which no action succeeded, so that the person can fix
 * the automation and run it again.
 */
export async function endFailedCooldowns({ db }: Context, ended: StartedRun[]): Promise<void> {
  for (const { run } of ended) {
    if (run.outcome !== 'failed' || !run.event_id.startsWith(MANUAL_EVENT)) continue
    const steps = parseStored(run.steps) as RunStep[]
    if (steps.some(({ outcome }) => outcome === 'succeeded')) continue
    const event = parseStored(run.event) as GatewayEvent
    const subjects = (['guild', 'channel', 'user'] as const).map((scope) =>
      cooldownKey({ scope, seconds: 0 }, event),
    )
    await endCooldowns(
      db,
      run,
      subjects.filter((subject) => subject !== null),
    )
  }
}

/**
 * Filters out runs above the rate limit, and reports which automations have just exceeded the limit. An automation can
 * trigger itself, directly or through another automation.
 */
export async function rateLimited<A extends { id: string }>(ctx: Context, list: TriggeredAutomation<A>[]) {
  const minute = ctx.now().toISOString().slice(0, 16)
  const subjectOf = ({ actor }: GatewayEvent) => actor?.id ?? ''
  const groups = new Map<string, TriggeredAutomation<A>[]>()
  for (const one of list) {
    const key = `${one.automation.id} ${subjectOf(one.event)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const rows = [...groups.values()].map((group) => ({
    automation_id: group[0]!.automation.id,
    subject: subjectOf(group[0]!.event),
    minute,
    runs: group.length,
  }))
  const kept = new Set<TriggeredAutomation<A>>()
  const throttled = new Set<string>()
  for (const { automation_id, subject, runs } of await addToRateCounts(ctx.db, inOrder(rows))) {
    const group = groups.get(`${automation_id} ${subject}`)!
    const before = runs - group.length
    for (const one of group.slice(0, Math.max(0, MAX_RUNS_PER_MINUTE - before))) kept.add(one)
    if (runs > MAX_RUNS_PER_MINUTE && before <= MAX_RUNS_PER_MINUTE) throttled.add(automation_id)
  }
  return { kept: list.filter((one) => kept.has(one)), racing: [...throttled] }
}

/** Deletes expired cooldowns and rate counts. The caller must check permission first. */
export function purgeThrottles({ db, now }: Context) {
  const at = now()
  return deleteExpiredThrottles(db, {
    now: at.toISOString(),
    minute: new Date(at.getTime() - 60_000).toISOString().slice(0, 16),
    limit: PURGE_BATCH_SIZE,
  })
}

/** Sorts rows in the same order for all writers, to prevent deadlocks. */
const inOrder = <R extends { automation_id: string; subject: string }>(rows: R[]): R[] =>
  rows.sort((one, other) =>
    `${one.automation_id} ${one.subject}` < `${other.automation_id} ${other.subject}` ? -1 : 1,
  )
