import { addDays, startOfDay } from '#app/primitives/days.ts'
import type { DailyCounters } from '#app/platform/db/tables/stats.ts'
import { zeroCounters, summableCounters } from '#app/features/stats/counters.ts'
import type { DailyStats, StatsReport } from '#app/features/stats/schema.ts'

type Row = { date: string; member_count: number | null } & DailyCounters

/** One day a row from `from` to `to`, zeros where there is none. Days before `today` are complete. */
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
  const counted = row ?? { member_count: null, ...zeroCounters }
  return {
    date,
    period_start: startOfDay(date),
    period_end: startOfDay(addDays(date, 1)),
    member_count: counted.member_count,
    member_joins: counted.member_joins,
    member_leaves: counted.member_leaves,
    member_net_change: counted.member_joins - counted.member_leaves,
    message_count: counted.message_count,
    message_unique_users: counted.message_unique_users,
    voice_total_seconds: counted.voice_total_seconds,
    voice_unique_users: counted.voice_unique_users,
    voice_peak_concurrent: counted.voice_peak_concurrent,
    command_count: counted.command_count,
    command_error_count: counted.command_error_count,
    automation_run_count: counted.automation_run_count,
    automation_error_count: counted.automation_error_count,
    total_events: counted.total_events,
    complete,
  }
}

/** What the days have together; the highest of their peaks. */
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
