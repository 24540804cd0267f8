import { secondsByDay } from '#app/primitives/days.ts'
import type {
  DailyActors,
  DailyChannels,
  DailyCommands,
  HourlyStats,
  DailyCounters,
} from '#app/platform/db/tables/stats.ts'
import { zeroCounters } from '#app/features/stats/counters.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** Maximum length of a counted voice stay, in milliseconds, in case a `LEAVE` event was lost. */
const MAX_VOICE_STAY_MS = 7 * 24 * 60 * 60_000

/** Number of members in a guild's voice channels, and the join times of the members in a batch. */
export type VoicePresence = { present: number; joined: Map<string, string> }

type DayRow = { guild_id: string; date: string; member_count: number | null } & DailyCounters

/** Changes that a batch makes to each aggregate table. */
export type Aggregate = {
  days: Map<string, DayRow>
  hours: Map<string, HourlyStats>
  channels: Map<string, DailyChannels>
  commands: Map<string, DailyCommands>
  actors: Map<string, DailyActors>
}

/** Checks whether an event is a member joining or leaving voice. */
export const isVoiceEvent = ({ type, actor }: GatewayEvent) =>
  actor !== null && (type === 'VOICE_JOIN' || type === 'VOICE_LEAVE')

/**
 * Aggregates events in `occurred_at` order, without the database. Updates `rooms`, the voice presence by guild, in
 * place. Messages of the bot itself count only in `total_events`.
 */
export function aggregateEvents(
  events: GatewayEvent[],
  rooms: Map<string, VoicePresence>,
  isOwn: (event: GatewayEvent) => boolean,
): Aggregate {
  const tally: Aggregate = {
    days: new Map(),
    hours: new Map(),
    channels: new Map(),
    commands: new Map(),
    actors: new Map(),
  }
  for (const event of events) countEvent(tally, event, rooms.get(event.guild_id), isOwn)
  return tally
}

/** Returns the row of a day, and creates the row if necessary. */
export function dayRow({ days }: Aggregate, guild_id: string, date: string): DayRow {
  return getOrInsert(days, `${guild_id} ${date}`, () => ({
    guild_id,
    date,
    member_count: null,
    ...zeroCounters,
  }))
}

function countEvent(
  tally: Aggregate,
  event: GatewayEvent,
  room: VoicePresence | undefined,
  isOwn: (event: GatewayEvent) => boolean,
) {
  const { guild_id, type, occurred_at: at, actor, channel, data } = event
  const date = at.slice(0, 10)
  const day = dayRow(tally, guild_id, date)
  const hour = hourRow(tally, guild_id, date, Number(at.slice(11, 13)))
  day.total_events++
  hour.total_events++
  switch (type) {
    case 'MEMBER_JOIN':
      day.member_joins++
      break
    case 'MEMBER_LEAVE':
      day.member_leaves++
      break
    case 'MESSAGE_CREATE':
      if (isOwn(event)) break
      day.message_count++
      hour.message_count++
      if (channel) countChannel(tally, guild_id, date, channel)
      if (actor) addActor(tally, guild_id, date, 'message', actor.id)
      break
    case 'COMMAND_USE': {
      const failed = Number(data.failed === true)
      day.command_count++
      day.command_error_count += failed
      if (typeof data.command === 'string' && data.command)
        countCommand(tally, guild_id, date, data.command, failed)
      break
    }
    case 'VOICE_JOIN':
      if (!actor || !room) break
      if (!room.joined.has(actor.id)) {
        room.joined.set(actor.id, at)
        room.present++
      }
      addActor(tally, guild_id, date, 'voice', actor.id)
      day.voice_peak_concurrent = Math.max(day.voice_peak_concurrent, room.present)
      break
    case 'VOICE_LEAVE':
      if (actor && room) endVoiceStay(tally, guild_id, at, actor.id, room)
  }
}

/** Ends a voice stay and divides its seconds among the days of the stay. */
function endVoiceStay(tally: Aggregate, guild_id: string, at: string, userId: string, room: VoicePresence) {
  const joined = room.joined.get(userId)
  if (joined === undefined) return
  room.joined.delete(userId)
  room.present--
  const end = new Date(at)
  const from = new Date(Math.max(Date.parse(joined), end.getTime() - MAX_VOICE_STAY_MS))
  for (const { date, seconds } of secondsByDay(from, end)) {
    const day = dayRow(tally, guild_id, date)
    day.voice_total_seconds += seconds
    day.voice_peak_concurrent = Math.max(day.voice_peak_concurrent, 1)
    addActor(tally, guild_id, date, 'voice', userId)
  }
}

const hourRow = ({ hours }: Aggregate, guild_id: string, date: string, hour: number) =>
  getOrInsert(hours, `${guild_id} ${date} ${hour}`, () => ({
    guild_id,
    date,
    hour,
    message_count: 0,
    total_events: 0,
  }))

/** Counts a message in a channel. Keeps the channel's latest name. */
function countChannel(
  { channels }: Aggregate,
  guild_id: string,
  date: string,
  { id, name }: { id: string; name: string },
) {
  const row = getOrInsert(channels, `${guild_id} ${date} ${id}`, () => ({
    guild_id,
    date,
    channel_id: id,
    name,
    message_count: 0,
  }))
  row.name = name
  row.message_count++
}

function countCommand({ commands }: Aggregate, guild_id: string, date: string, name: string, failed: number) {
  const row = getOrInsert(commands, `${guild_id} ${date} ${name}`, () => ({
    guild_id,
    date,
    name,
    use_count: 0,
    error_count: 0,
  }))
  row.use_count++
  row.error_count += failed
}

function addActor(
  { actors }: Aggregate,
  guild_id: string,
  date: string,
  kind: 'message' | 'voice',
  user_id: string,
) {
  getOrInsert(actors, `${guild_id} ${date} ${kind} ${user_id}`, () => ({ guild_id, date, kind, user_id }))
}

function getOrInsert<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
