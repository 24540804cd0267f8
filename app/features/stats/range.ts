import { addDays, dayOf } from '#app/primitives/days.ts'
import type { Heatmap } from '#app/features/stats/heatmap.ts'
import type { DailySnapshot } from '#app/features/stats/csv-columns.ts'
import type { StatsReport } from '#app/features/stats/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Maximum length of a report in days. */
export const MAX_RANGE_DAYS = 3_660

/** Inclusive range of days in UTC. */
export type DayRange = { guildId: string; from: string; to: string }

/** Heatmap of a guild in its time zone. */
export type Activity = { guild_id: string; from: string; to: string; timezone: string; heat: Heatmap }

/** Statistics for a range of days, with the totals for the preceding period. */
export type RangeReport = Omit<StatsReport, 'timezone'> & {
  /** Preceding period of the same length. */
  compare: { from: string; to: string; totals: StatsReport['totals'] }
  /** State of the guild at the end of each day with a snapshot. */
  snapshots: DailySnapshot[]
  activity: Activity
}

/** Parses `days`, or `from` and `to`, from a query. For invalid values, returns a `problem` and the last 30 days. */
export function rangeOf(query: URLSearchParams, today: string) {
  const last = (days: number, problem: string | null = null) => ({
    from: addDays(today, 1 - days),
    to: today,
    days: days as number | null,
    problem,
  })
  const [from, to] = [query.get('from'), query.get('to')]
  if (!from && !to) {
    const days = Number(query.get('days') ?? 30)
    return Number.isInteger(days) && days >= 1 && days <= MAX_RANGE_DAYS
      ? last(days)
      : last(30, `Choose 1 to ${formatInteger(MAX_RANGE_DAYS)} days.`)
  }
  const [first, end] = [from || to!, to || today]
  if (!isDay(first) || !isDay(end)) return last(30, 'Enter a date such as 2026-01-31.')
  if (first > end) return last(30, 'The first day must not be after the last day.')
  if (addDays(first, MAX_RANGE_DAYS) <= end)
    return last(30, `Choose at most ${formatInteger(MAX_RANGE_DAYS)} days at a time.`)
  return { from: first, to: end, days: null, problem: null }
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !isNaN(Date.parse(text)) && dayOf(new Date(text)) === text
