import { DAY } from '#app/primitives/time.ts'

/** Returns the UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** Returns the day `count` days later, or earlier if negative. */
export const addDays = (day: string, count: number): string => dayOf(new Date(Date.parse(day) + count * DAY))

/** Returns the start of a day as an ISO time. */
export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`

/** Splits the time between two instants into seconds per UTC day. */
export function secondsByDay(from: Date, to: Date): { date: string; seconds: number }[] {
  const parts: { date: string; seconds: number }[] = []
  let start = from.getTime()
  while (start < to.getTime()) {
    const date = dayOf(new Date(start))
    const end = Math.min(Date.parse(date) + DAY, to.getTime())
    parts.push({ date, seconds: Math.round((end - start) / 1000) })
    start = end
  }
  return parts
}
