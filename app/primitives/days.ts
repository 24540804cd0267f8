import { DAY } from '#app/primitives/time.ts'

/** The UTC calendar day of a time, `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** The day `count` days after (or, below zero, before) a day. */
export const addDays = (day: string, count: number): string => dayOf(new Date(Date.parse(day) + count * DAY))

/** The instant at which a day begins. */
export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`

/** The seconds between two instants, told apart by the UTC day they fall on. */
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
