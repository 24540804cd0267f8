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

/** What one bar of a chart stands for: a day, or as many as one bar can tell of. */
export type Span = {
  from: string
  to: string
  /** False when it holds today, which still grows. */
  complete: boolean
  /** How many members there were at its end; null where nobody said. */
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

/** More bars than this cannot be told apart on a phone. */
const MAX_BARS = 100

/** How many days one bar stands for: one, a week, or as many weeks as it takes. */
export const daysPerBar = (days: number): number =>
  days <= MAX_BARS ? 1 : 7 * Math.ceil(days / 7 / MAX_BARS)

/** Puts days together, the last ones always as many as the others, so that what is newest can be compared. */
export function groupDays(days: DailyStats[]): Span[] {
  const size = daysPerBar(days.length)
  const spans: Span[] = []
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end)
    const total = Object.fromEntries(
      sums.map((name) => [name, part.reduce((sum, day) => sum + day[name], 0)]),
    ) as Record<Sums, number>
    spans.unshift({
      from: part[0]!.date,
      to: part.at(-1)!.date,
      complete: part.every(({ complete }) => complete),
      member_count: part.findLast((day) => day.member_count !== null)?.member_count ?? null,
      ...total,
    })
  }
  return spans
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day for people: “21 Nov”, with the year where it matters. */
const dayName = (date: string, withYear = false): string => (withYear ? long : short).format(new Date(date))

/** What a span is called: its day, or its first and last. */
export const spanName = ({ from, to }: Pick<Span, 'from' | 'to'>): string =>
  from === to ? dayName(from, true) : `${dayName(from)} to ${dayName(to, true)}`
