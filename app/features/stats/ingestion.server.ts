import type { Context } from '#app/context.server.ts'
import {
  addToChannels,
  addToCommands,
  addToDays,
  addToHours,
  deleteVoiceStates,
  insertActors,
  insertEvents,
  countInVoice,
  setVoiceStates,
  voiceStates,
} from '#app/features/stats/rollup-store.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { isOwn } from '#app/features/events/own.server.ts'
import { filterEvents } from '#app/features/events/filter-events.server.ts'
import {
  dayRow,
  isVoiceEvent,
  aggregateEvents,
  type VoicePresence,
  type Aggregate,
} from '#app/features/stats/aggregate-events.ts'

/** Maximum milliseconds by which a clock can be ahead. Events beyond this limit get the current time. */
const MAX_CLOCK_AHEAD_MS = 5 * 60_000
/** Earliest day for events, shortly before Discord existed. Events with earlier times count on this day. */
export const FIRST_DAY = '2015-01-01'

/**
 * Stores and counts new events in a constant number of statements, and returns the new events. Applies the guild's
 * exclusions. Callers must lock the guilds in a transaction.
 */
export async function ingestEvents(ctx: Context, events: GatewayEvent[]): Promise<GatewayEvent[]> {
  const { kept, isCounted } = await filterEvents(ctx, events)
  const fresh = await storeEvents(ctx, kept)
  const counted = fresh.filter(isCounted)
  const rooms = await loadVoicePresence(ctx, counted)
  const before = new Map([...rooms].map(([guildId, { joined }]) => [guildId, new Map(joined)]))
  const tally = aggregateEvents(counted, rooms, (event) => isOwn(ctx, event))
  await countUniqueUsers(ctx, tally)
  await addToDays(ctx.db, [...tally.days.values()])
  await addToHours(ctx.db, [...tally.hours.values()])
  await addToChannels(ctx.db, [...tally.channels.values()])
  await addToCommands(ctx.db, [...tally.commands.values()])
  for (const [guildId, { joined }] of rooms)
    await saveVoicePresence(ctx, guildId, before.get(guildId)!, joined)
  return fresh
}

/** Stores distinct events with clamped times and returns the new events. */
async function storeEvents({ db, now }: Context, events: GatewayEvent[]): Promise<GatewayEvent[]> {
  const received = now()
  const distinct = new Map<string, GatewayEvent>()
  for (const event of events) {
    const key = eventKey(event)
    if (!distinct.has(key)) distinct.set(key, { ...event, occurred_at: clampTime(event, received) })
  }
  const received_at = received.toISOString()
  const rows = [...distinct.values()].map((event) => rowOfEvent(event, received_at))
  const inserted = new Set((await insertEvents(db, rows)).map(eventKey))
  return [...distinct].flatMap(([key, event]) => (inserted.has(key) ? [event] : []))
}

/** Returns the database row of an event. */
export const rowOfEvent = (
  { actor, target, channel, data, ...event }: GatewayEvent,
  received_at: string,
) => ({
  ...event,
  received_at,
  actor: actor && JSON.stringify(actor),
  actor_id: actor && actor.id,
  target: target && JSON.stringify(target),
  channel: channel && JSON.stringify(channel),
  data: JSON.stringify(data),
})

/** Returns a unique key. Event ids are unique only within a guild. */
const eventKey = ({ guild_id, id }: { guild_id: string; id: string }) => `${guild_id} ${id}`

/** Clamps the times of events to the valid range. Clamped times stay unchanged. */
export const withClampedTimes = (events: GatewayEvent[], now: Date): GatewayEvent[] =>
  events.map((event) => ({ ...event, occurred_at: clampTime(event, now) }))

function clampTime({ occurred_at }: GatewayEvent, now: Date): string {
  const claimed = Date.parse(occurred_at)
  const earliest = Date.parse(FIRST_DAY)
  if (claimed > now.getTime() + MAX_CLOCK_AHEAD_MS) return now.toISOString()
  return new Date(Math.max(claimed, earliest)).toISOString()
}

/** Loads the current voice presence of the users in voice events, by guild. */
async function loadVoicePresence(
  { db }: Context,
  events: GatewayEvent[],
): Promise<Map<string, VoicePresence>> {
  const people = new Map<string, Set<string>>()
  for (const event of events) {
    if (!isVoiceEvent(event)) continue
    const { guild_id, actor } = event
    people.set(guild_id, (people.get(guild_id) ?? new Set()).add(actor!.id))
  }
  const rooms = new Map<string, VoicePresence>()
  for (const [guildId, users] of people) {
    const states = await voiceStates(db, guildId, [...users])
    const joined = new Map(states.map(({ user_id, joined_at }) => [user_id, joined_at]))
    rooms.set(guildId, { present: await countInVoice(db, guildId), joined })
  }
  return rooms
}

async function saveVoicePresence(
  { db }: Context,
  guild_id: string,
  before: Map<string, string>,
  after: Map<string, string>,
) {
  const gone = [...before.keys()].filter((user) => !after.has(user))
  const moved = [...after].filter(([user, at]) => before.get(user) !== at)
  await deleteVoiceStates(db, guild_id, gone)
  await setVoiceStates(
    db,
    moved.map(([user_id, joined_at]) => ({ guild_id, user_id, joined_at })),
  )
}

/** Counts users who are active for the first time on a day. */
async function countUniqueUsers({ db }: Context, tally: Aggregate) {
  for (const { guild_id, date, kind } of await insertActors(db, [...tally.actors.values()])) {
    dayRow(tally, guild_id, date)[kind === 'message' ? 'message_unique_users' : 'voice_unique_users']++
  }
}
