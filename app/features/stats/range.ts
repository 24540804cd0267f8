import { addDays, dayOf } from '#app/primitives/days.ts'
import type { Heatmap } from '#app/features/stats/heatmap.ts'
import type { DailySnapshot } from '#app/features/stats/csv-columns.ts'
import type { StatsReport } from '#app/features/stats/schema.ts'

/** The longest range that a report takes, in days. */
export const MAX_RANGE_DAYS = 3_660

/** Days in UTC, both included. */
export type DayRange = { guildId: string; from: string; to: string }

/** When things happen in a guild, by the clocks of its time zone. */
export type Activity = { guild_id: string; from: string; to: string; timezone: string; heat: Heatmap }

/** The statistics of any range of days, with what the days before it had together. */
export type RangeReport = Omit<StatsReport, 'timezone'> & {
  /** The period of the same length that ends on the day before. */
  compare: { from: string; to: string; totals: StatsReport['totals'] }
  /** How the guild stood at the end of each day that somebody told of. */
  snapshots: DailySnapshot[]
  activity: Activity
}

/** The days that an address asks for: `days` up to today, or `from` and `to`. What makes no sense is said, and the last 30 days taken. */
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
      : last(30, `Ask for 1 to ${MAX_RANGE_DAYS} days.`)
  }
  const [first, end] = [from || to!, to || today]
  if (!isDay(first) || !isDay(end)) return last(30, 'Write a day as 2026-01-31.')
  if (first > end) return last(30, 'The first day is after the last one.')
  if (addDays(first, MAX_RANGE_DAYS) <= end)
    return last(30, `Ask for at most ${MAX_RANGE_DAYS} days at a time.`)
  return { from: first, to: end, days: null, problem: null }
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !isNaN(Date.parse(text)) && dayOf(new Date(text)) === text
