import type { GatewayEvent } from '#app/features/events/schema.ts'
import { person, seededRandom, type DemoDay } from '#app/features/demo/stats.ts'
import { demoChannels } from '#app/features/demo/content.ts'
import { DAY } from '#app/primitives/time.ts'

/** Maximum events per type and day. Events are a sample and never exceed the daily totals. */
const most = {
  MEMBER_JOIN: 6,
  MEMBER_LEAVE: 4,
  MESSAGE_CREATE: 60,
  COMMAND_USE: 12,
  REACTION_ADD: 16,
  VOICE_JOIN: 6,
}

const names = [
  'Ada',
  'Bela',
  'Chidi',
  'Dina',
  'Emre',
  'Freya',
  'Goran',
  'Hana',
  'Ines',
  'Jonas',
  'Kaya',
  'Lior',
]

/** Returns the latest `count` events of the given days up to `now`, newest first. */
export function demoEvents(guildId: string, days: DemoDay[], now: Date, count: number): GatewayEvent[] {
  return days
    .flatMap((day) => eventsOf(guildId, day, now))
    .sort((one, other) => other.occurred_at.localeCompare(one.occurred_at))
    .slice(0, count)
}

function eventsOf(guildId: string, day: DemoDay, now: Date): GatewayEvent[] {
  const start = Date.parse(day.date)
  const length = Math.min(DAY, now.getTime() - start)
  const random = seededRandom(start / 1000)
  const events: GatewayEvent[] = []
  const add = (type: GatewayEvent['type'], at: number, userId: string, rest: Partial<GatewayEvent> = {}) =>
    events.push({
      id: `demo-${day.date}-${events.length + 1}`,
      type,
      occurred_at: new Date(start + at).toISOString(),
      guild_id: guildId,
      actor: { id: userId, name: nameOf(userId), is_bot: false },
      target: null,
      channel: null,
      data: {},
      ...rest,
    })
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const times = (count: number, limit: number, work: (at: number, index: number) => void) => {
    for (let index = 0; index < Math.min(count, limit); index++) work(random() * length, index)
  }

  times(day.row.member_joins, most.MEMBER_JOIN, (at) => add('MEMBER_JOIN', at, person(random)))
  times(day.row.member_leaves, most.MEMBER_LEAVE, (at) => add('MEMBER_LEAVE', at, person(random)))
  // Items are drawn without replacement, so that no channel or command exceeds its daily total.
  const messages = weightedItems(day.channels, ({ message_count }) => message_count)
  times(messages.length, most.MESSAGE_CREATE, (at) => {
    const { channel_id: id, name } = pickFrom(messages, random)
    add('MESSAGE_CREATE', at, pick(day.messageUsers), {
      channel: { id, name },
      data: { length: 8 + Math.floor(random() * 240) },
    })
  })
  const uses = weightedItems(day.commands, ({ use_count, error_count }) => use_count - error_count)
  times(uses.length, most.COMMAND_USE, (at) => {
    const { name: command } = pickFrom(uses, random)
    add('COMMAND_USE', at, person(random), {
      channel: channelOf(pick(demoChannels)),
      data: { command, failed: false },
    })
  })
  times(day.reactions, most.REACTION_ADD, (at) => {
    const data = { emoji: pick(['👍', '🎉', '❤️', '😄']) }
    add('REACTION_ADD', at, person(random), { channel: channelOf(pick(demoChannels)), data })
  })
  times(day.voiceUsers.length, most.VOICE_JOIN, (at, index) => {
    const room = { channel: { id: '300000000000000009', name: 'Lounge' } }
    add('VOICE_JOIN', at, day.voiceUsers[index]!, room)
    add('VOICE_LEAVE', at + (length - at) * random(), day.voiceUsers[index]!, room)
  })
  return events
}

const channelOf = ({ id, name }: { id: string; name: string }) => ({ id, name })

function nameOf(userId: string) {
  const number = Number(userId.slice(-5))
  return `${names[number % names.length]} ${number}`
}

/** Repeats each item according to its count. */
const weightedItems = <T>(items: T[], times: (item: T) => number): T[] =>
  items.flatMap((item) => Array<T>(times(item)).fill(item))

const pickFrom = <T>(list: T[], random: () => number): T =>
  list.splice(Math.floor(random() * list.length), 1)[0]!
