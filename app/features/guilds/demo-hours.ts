import { DAY_MS } from '#app/days.ts'
import { randomOf, split, type DemoDay } from '#app/features/guilds/demo-figures.ts'

/** How busy each hour of a working day is, in UTC, and how much of it there is on a free day. */
const working = [4, 2, 1, 1, 1, 2, 4, 7, 9, 8, 8, 10, 14, 12, 9, 9, 11, 16, 22, 28, 30, 26, 17, 9]
const free = [9, 6, 3, 2, 1, 1, 2, 4, 8, 13, 17, 19, 20, 21, 22, 22, 21, 21, 23, 26, 28, 25, 19, 13]

/** The hours of a day that have begun by `now`; together they have what the day has. */
export function demoHours({ date, row }: DemoDay, now: Date) {
  const begun = Math.min(24, Math.ceil((now.getTime() - Date.parse(date)) / (DAY_MS / 24)))
  const random = randomOf(Date.parse(date) / 1000 + 7)
  const shape = [0, 6].includes(new Date(date).getUTCDay()) ? free : working
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
