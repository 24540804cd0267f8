import type { GatewayEvent } from '#app/features/events/schema.ts'

/*
 * What statistics should say, counted from the whole list of events at once and in the plainest way: slow, without a
 * database, and without a line of the service.
 */

const DAY = 24 * 3600_000
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

type TrafficReport = GatewayEvent & { time: number }
type Stay = { who: string; from: number; to: number }

/** The events that count: of one id the first, none later than the clock, which may be five minutes slow. */
function toldOf(guild: string, events: GatewayEvent[], now: number): TrafficReport[] {
  return events
    .filter((event) => event.guild_id === guild)
    .filter((event, index, all) => all.findIndex(({ id }) => id === event.id) === index)
    .map((event) => ({ ...event, time: Date.parse(event.occurred_at) }))
    .map((event) => (event.time > now + 300_000 ? { ...event, time: now } : event))
}

/** Who was in voice from when to when, and after each JOIN how many. */
function staysOf(told: TrafficReport[]) {
  const stays: Stay[] = []
  const crowds: { time: number; size: number }[] = []
  const inside: Record<string, number> = {}
  for (const { type, actor, time } of told) {
    if (!actor) continue
    if (type === 'VOICE_JOIN') {
      if (!(actor.id in inside)) inside[actor.id] = time
      crowds.push({ time, size: Object.keys(inside).length })
    }
    if (type === 'VOICE_LEAVE' && actor.id in inside) {
      stays.push({ who: actor.id, from: Math.max(inside[actor.id]!, time - 7 * DAY), to: time })
      delete inside[actor.id]
    }
  }
  return { stays: stays.filter(({ from, to }) => from < to), crowds }
}

/** What a guild has on one day. */
export function rebuildDay(guild: string, events: GatewayEvent[], now: number, date: string) {
  const told = toldOf(guild, events, now)
  const today = told.filter(({ time }) => dateOf(time) === date)
  const { stays, crowds } = staysOf(told)
  const [start, end] = [Date.parse(date), Date.parse(date) + DAY]
  const here = stays.filter(({ from, to }) => from < end && to > start)
  const count = (type: string) => today.filter((event) => event.type === type).length
  const people = (type: string) =>
    today.flatMap(({ type: kind, actor }) => (kind === type && actor ? [actor.id] : []))
  const sizes = crowds.filter(({ time }) => dateOf(time) === date).map(({ size }) => size)
  return {
    member_joins: count('MEMBER_JOIN'),
    member_leaves: count('MEMBER_LEAVE'),
    message_count: count('MESSAGE_CREATE'),
    message_unique_users: new Set(people('MESSAGE_CREATE')).size,
    voice_total_seconds: here.reduce(
      (sum, { from, to }) => sum + Math.round((Math.min(to, end) - Math.max(from, start)) / 1000),
      0,
    ),
    voice_unique_users: new Set([...people('VOICE_JOIN'), ...here.map(({ who }) => who)]).size,
    voice_peak_concurrent: Math.max(0, ...sizes, ...(here.length ? [1] : [])),
    command_count: count('COMMAND_USE'),
    command_error_count: today.filter(({ type, data }) => type === 'COMMAND_USE' && data.failed === true)
      .length,
    total_events: today.length,
  }
}

/** How much happened in each hour in which anything did: `2026-11-21 7` to messages and events. */
export function rebuildHours(guild: string, events: GatewayEvent[], now: number) {
  const hours: Record<string, { message_count: number; total_events: number }> = {}
  for (const { type, time } of toldOf(guild, events, now)) {
    const hour = (hours[`${dateOf(time)} ${new Date(time).getUTCHours()}`] ??= {
      message_count: 0,
      total_events: 0,
    })
    hour.total_events += 1
    if (type === 'MESSAGE_CREATE') hour.message_count += 1
  }
  return hours
}

/** How often each command was used and failed. */
export function rebuildCommands(guild: string, events: GatewayEvent[], now: number) {
  const commands: Record<string, { use_count: number; error_count: number }> = {}
  for (const { type, data } of toldOf(guild, events, now)) {
    if (type !== 'COMMAND_USE' || typeof data.command !== 'string') continue
    const command = (commands[data.command] ??= { use_count: 0, error_count: 0 })
    command.use_count += 1
    if (data.failed === true) command.error_count += 1
  }
  return commands
}

/** How many messages each channel had, and what it was called last on the day whose name is greatest. */
export function rebuildChannels(guild: string, events: GatewayEvent[], now: number) {
  const channels: Record<string, { message_count: number; names: Record<string, string> }> = {}
  for (const { type, channel, time } of toldOf(guild, events, now)) {
    if (type !== 'MESSAGE_CREATE' || !channel) continue
    const found = (channels[channel.id] ??= { message_count: 0, names: {} })
    found.message_count += 1
    found.names[dateOf(time)] = channel.name
  }
  return Object.fromEntries(
    Object.entries(channels).map(([id, { message_count, names }]) => [
      id,
      { message_count, name: Object.values(names).sort().at(-1)! },
    ]),
  )
}
