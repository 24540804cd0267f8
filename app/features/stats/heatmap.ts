import { DAY, HOUR } from '#app/primitives/time.ts'

/** Seven days, Monday first, of 24 hours each. */
export type Heatmap = { message_count: number[][]; total_events: number[][] }

type Hour = { date: string; hour: number; message_count: number; total_events: number }

const emptyWeek = () => Array.from({ length: 7 }, () => Array<number>(24).fill(0))
export const emptyHeatmap = (): Heatmap => ({ message_count: emptyWeek(), total_events: emptyWeek() })

/**
 * Makes what adds hours of UTC to a heat map by the clocks of a time zone. An hour that lies across two hours there counts
 * for the one in which it begins.
 */
export function makeHeatmapCounter(timezone: string, heat: Heatmap): (hours: Hour[]) => void {
  const offsetAt = makeOffsetLookup(timezone)
  let day = { date: '', start: 0, end: 0 }
  return (hours) => {
    for (const { date, hour, message_count, total_events } of hours) {
      const midnight = Date.parse(date)
      if (date !== day.date) day = { date, start: offsetAt(midnight), end: offsetAt(midnight + DAY) }
      const begin = midnight + hour * HOUR
      // Only on a day on which the clocks change does every hour have to be asked for.
      const local = begin + (day.start === day.end ? day.start : offsetAt(begin))
      // The first of January 1970 was a Thursday.
      const weekday = (Math.floor(local / DAY) + 3) % 7
      const at = Math.floor((local % DAY) / HOUR)
      heat.message_count[weekday]![at]! += message_count
      heat.total_events[weekday]![at]! += total_events
    }
  }
}

/** How far the clocks of a time zone are ahead of UTC at an instant; both in milliseconds. */
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
