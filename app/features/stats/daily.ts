import { addDays, startOfDay } from '#app/primitives/days.ts'
import type { DailyCounters } from '#app/platform/db/tables/stats.ts'
import { zeroCounters, summableCounters } from '#app/features/stats/counters.ts'
import type { DailyStats, StatsReport } from '#app/features/stats/schema.ts'

type Row = { date: string; member_count: number | null } & DailyCounters

/** Returns one row per day from `from` to `to`, with zeros for missing days. Days before `today` are complete. */
export function fillMissingDays(
  rows: Row[],
  { from, to, today }: { from: string; to: string; today: string },
): DailyStats[] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  const days: DailyStats[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push(dayRow(date, byDate.get(date), date < today))
  }
  return days
}

function dayRow(date: string, row: Row | undefined, complete: boolean): DailyStats {
  const counted = row ?? { date, member_count: null, ...zeroCounters }
  const { date: _, member_count, member_joins, member_leaves, ...rest } = counted
  return {
    date,
    period_start: startOfDay(date),
    period_end: startOfDay(addDays(date, 1)),
    member_count,
    member_joins,
    member_leaves,
    member_net_change: member_joins - member_leaves,
    ...rest,
    complete,
  }
}

/** Returns the sums of the days and their highest peak. */
export function totalOf(days: Omit<DailyCounters, 'message_unique_users' | 'voice_unique_users'>[]) {
  const totals = { ...zeroCounters }
  for (const day of days) {
    const peak = Math.max(totals.voice_peak_concurrent, day.voice_peak_concurrent)
    for (const name of summableCounters) totals[name] += day[name]
    totals.voice_peak_concurrent = peak
  }
  const { message_unique_users: _, voice_unique_users: __, member_joins, member_leaves, ...rest } = totals
  return {
    member_joins,
    member_leaves,
    member_net_change: member_joins - member_leaves,
    ...rest,
  } satisfies StatsReport['totals']
}
