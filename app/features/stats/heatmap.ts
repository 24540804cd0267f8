import { DAY, HOUR } from '#app/primitives/time.ts'

/** Counts for seven days, Monday first, of 24 hours each. */
export type Heatmap = { message_count: number[][]; total_events: number[][] }

type Hour = { date: string; hour: number; message_count: number; total_events: number }

const emptyWeek = () => Array.from({ length: 7 }, () => Array<number>(24).fill(0))
export const emptyHeatmap = (): Heatmap => ({ message_count: emptyWeek(), total_events: emptyWeek() })

/**
 * Returns a function that adds UTC hours to a heatmap in a time zone. If a UTC hour spans two local hours, it counts
 * for the first hour.
 */
export function makeHeatmapCounter(timezone: string, heat: Heatmap): (hours: Hour[]) => void {
  const offsetAt = makeOffsetLookup(timezone)
  let day = { date: '', start: 0, end: 0 }
  return (hours) => {
    for (const { date, hour, message_count, total_events } of hours) {
      const midnight = Date.parse(date)
      if (date !== day.date) day = { date, start: offsetAt(midnight), end: offsetAt(midnight + DAY) }
      const begin = midnight + hour * HOUR
      // Only days with a clock change need a lookup for every hour.
      const local = begin + (day.start === day.end ? day.start : offsetAt(begin))
      // January 1, 1970 was a Thursday.
      const weekday = (Math.floor(local / DAY) + 3) % 7
      const at = Math.floor((local % DAY) / HOUR)
      heat.message_count[weekday]![at]! += message_count
      heat.total_events[weekday]![at]! += total_events
    }
  }
}

/** Returns a function that returns the UTC offset of a time zone at an instant, both in milliseconds. */
function makeOffsetLookup(timezone: string): (instant: number) => number {
  const numeric = 'numeric'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name)!
    return (
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
      instant
    )
  }
}
