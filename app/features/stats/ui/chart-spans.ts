import { DATE_LOCALE } from '#app/primitives/dates.ts'
import type { DailyStats } from '#app/features/stats/schema.ts'

type Sums =
  | 'member_joins'
  | 'member_leaves'
  | 'message_count'
  | 'voice_total_seconds'
  | 'command_count'
  | 'command_error_count'
  | 'automation_run_count'
  | 'automation_error_count'

/** Period of one bar in a chart: one or more days. */
export type Period = {
  from: string
  to: string
  /** False if the period contains today. */
  complete: boolean
}

/** Period with the statistics of a guild. */
export type Span = Period & {
  /** Member count at the end of the span, or null if it is unknown. */
  member_count: number | null
} & Record<Sums, number>

const sums: Sums[] = [
  'member_joins',
  'member_leaves',
  'message_count',
  'voice_total_seconds',
  'command_count',
  'command_error_count',
  'automation_run_count',
  'automation_error_count',
]

/** Maximum number of bars that remain distinguishable on a phone. */
const MAX_BARS = 100

/** Returns the number of days per bar: one, or as many weeks as necessary. */
export const daysPerBar = (days: number): number =>
  days <= MAX_BARS ? 1 : 7 * Math.ceil(days / 7 / MAX_BARS)

type Day = { date: string; complete: boolean }

/** Groups days from the end, so that the newest period is always complete and comparable. Adds up the named counts. */
export function groupPeriods<Name extends string, D extends Day & Record<Name, number>, More extends object>(
  days: D[],
  names: readonly Name[],
  more: (part: D[]) => More,
): (Period & Record<Name, number> & More)[] {
  const size = daysPerBar(days.length)
  const spans: (Period & Record<Name, number> & More)[] = []
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end)
    const total = Object.fromEntries(
      names.map((name) => [name, part.reduce((sum, day) => sum + day[name], 0)]),
    ) as Record<Name, number>
    spans.unshift({
      from: part[0]!.date,
      to: part.at(-1)!.date,
      complete: part.every(({ complete }) => complete),
      ...total,
      ...more(part),
    })
  }
  return spans
}

/** Groups the daily statistics of a guild for its charts. */
export const groupDays = (days: DailyStats[]): Span[] =>
  groupPeriods(days, sums, (part) => ({
    member_count: part.findLast((day) => day.member_count !== null)?.member_count ?? null,
  }))

const short = new Intl.DateTimeFormat(DATE_LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat(DATE_LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a day such as "21 Nov", with the year if `withYear` is set. */
export const dayName = (date: string, withYear = false): string =>
  (withYear ? long : short).format(new Date(date))

/** Number of weekly labels that fit below a chart on a phone. */
const MAX_LABELS = 5

/** Returns the spans where a week begins, with a label for as many as fit. If each span is a week, only those. */
export function weeklyTicks(spans: readonly Pick<Period, 'from' | 'to'>[]) {
  const isDaily = spans.every(({ from, to }) => from === to)
  const starts = spans.flatMap(({ from }, index) =>
    !isDaily || new Date(from).getUTCDay() === 1 ? [{ index, from }] : [],
  )
  const step = Math.ceil(starts.length / MAX_LABELS)
  return starts
    .map(({ index, from }, order) => ({ index, label: order % step === 0 ? dayName(from) : null }))
    .filter(({ label }) => isDaily || label)
}

/** Returns the label of a span: its day, or its first and last day. */
export const spanName = ({ from, to }: Pick<Period, 'from' | 'to'>): string =>
  from === to ? dayName(from, true) : `${dayName(from)} to ${dayName(to, true)}`
