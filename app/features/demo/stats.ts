import { addDays, dayOf } from '#app/primitives/days.ts'
import { demoChannels, demoCommands } from '#app/features/demo/content.ts'
import { DAY, HOUR } from '#app/primitives/time.ts'

/** Activity by day of the week, Sunday first. */
const weekdayFactors = [1.2, 0.9, 0.85, 0.9, 0.95, 1.15, 1.3]
/** Number of active members. The number is prime, so any stride visits all members. */
const PEOPLE = 397

/** Activity by hour (UTC), on workdays and on days off. */
const workdayHours = [4, 2, 1, 1, 1, 2, 4, 7, 9, 8, 8, 10, 14, 12, 9, 9, 11, 16, 22, 28, 30, 26, 17, 9]
const weekendHours = [9, 6, 3, 2, 1, 1, 2, 4, 8, 13, 17, 19, 20, 21, 22, 22, 21, 21, 23, 26, 28, 25, 19, 13]

/** Day of the demo guild: its daily row and the data behind it. */
export type DemoDay = ReturnType<typeof makeDay>

/** Returns `count` days up to `now`, including a partial last day. Deterministic. */
export function demoDays(now: Date, count: number): DemoDay[] {
  const today = dayOf(now)
  const passed = (now.getTime() - Date.parse(today)) / DAY
  const days: DemoDay[] = []
  for (let index = 0; index < count; index++) {
    const date = addDays(today, index + 1 - count)
    const members = days.at(-1)?.row.member_count ?? 380
    days.push(makeDay(date, members, 0.75 + (0.5 * index) / count, date === today ? passed : 1))
  }
  return days
}

function makeDay(date: string, membersBefore: number, growth: number, share: number) {
  const random = seededRandom(Date.parse(date) / DAY)
  const pulse = weekdayFactors[new Date(date).getUTCDay()]! * growth * share
  const about = (middle: number) => Math.round(middle * pulse * (0.75 + 0.5 * random()))

  const member_joins = about(5)
  const member_leaves = about(2)
  const message_count = about(280)
  const command_count = about(22)
  const command_error_count = Math.floor(command_count * 0.08 * random())
  const reactions = about(90)
  const voiceUsers = people(random, about(16))
  const messageUsers = people(random, Math.ceil(message_count * (0.2 + 0.1 * random())))
  const stay = 1_500 + 3_000 * random()
  const isShowcase = new Date(date).getUTCDay() === 5 && share > 16 / 24
  // Greetings, removed invites and the showcase.
  const automation_run_count = member_joins + about(1) + Number(isShowcase)
  return {
    date,
    reactions,
    messageUsers,
    voiceUsers,
    channels: demoChannels.map((channel, index) => ({
      channel_id: channel.id,
      name: channel.name,
      message_count: split(message_count, demoChannels)[index]!,
    })),
    commands: demoCommands.map(({ name }, index) => ({
      name,
      use_count: split(command_count, demoCommands)[index]!,
      error_count: split(command_error_count, demoCommands)[index]!,
    })),
    row: {
      member_count: membersBefore + member_joins - member_leaves,
      member_joins,
      member_leaves,
      message_count,
      message_unique_users: messageUsers.length,
      voice_total_seconds: Math.round(voiceUsers.length * stay),
      voice_unique_users: voiceUsers.length,
      voice_peak_concurrent: Math.ceil(voiceUsers.length * (0.3 + 0.2 * random())),
      command_count,
      command_error_count,
      automation_run_count,
      automation_error_count: Math.floor(member_joins * 0.2 * random()),
      total_events:
        member_joins + member_leaves + message_count + command_count + reactions + 2 * voiceUsers.length,
    },
  }
}

/** Returns the hours of a day up to `now`. The hours add up to the daily values. */
export function demoHours({ date, row }: DemoDay, now: Date) {
  const begun = Math.min(24, Math.ceil((now.getTime() - Date.parse(date)) / HOUR))
  const random = seededRandom(Date.parse(date) / 1000 + 7)
  const shape = [0, 6].includes(new Date(date).getUTCDay()) ? weekendHours : workdayHours
  const weights = shape
    .slice(0, Math.max(1, begun))
    .map((weight) => ({ weight: Math.round(weight * 100 * (0.7 + 0.6 * random())) }))
  const messages = split(row.message_count, weights)
  const others = split(row.total_events - row.message_count, weights)
  return weights
    .map((_, hour) => ({
      date,
      hour,
      message_count: messages[hour]!,
      total_events: messages[hour]! + others[hour]!,
    }))
    .filter(({ total_events }) => total_events > 0)
}

/** Creates a deterministic generator of random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks distinct members as Discord ids. */
function people(random: () => number, count: number): string[] {
  const start = Math.floor(random() * PEOPLE)
  const stride = 1 + Math.floor(random() * (PEOPLE - 1))
  return Array.from({ length: Math.min(count, PEOPLE) }, (_, index) =>
    personId((start + index * stride) % PEOPLE),
  )
}

/** Picks a random member. */
export const person = (random: () => number) => personId(Math.floor(random() * PEOPLE))

const personId = (number: number) => `2000000000000${String(number).padStart(5, '0')}`

/** Splits a total into integers in proportion to weights. The first parts get the remainder. */
function split(total: number, parts: readonly { weight: number }[]): number[] {
  const sum = parts.reduce((all, { weight }) => all + weight, 0)
  const shares = parts.map(({ weight }) => Math.floor((total * weight) / sum))
  const left = total - shares.reduce((all, share) => all + share, 0)
  return shares.map((share, index) => share + Number(index < left))
}
