import { Field } from '#app/ui/forms/field.tsx'

const ranges = [
  { days: 7, name: '7 days' },
  { days: 30, name: '30 days' },
  { days: 90, name: '90 days' },
  { days: 365, name: 'A year' },
]

type Props = { from: string; to: string; today: string; days: number | null }

/**
 * Renders the form that selects the days of a report: one of four lengths or any range. The URL stores the selection.
 */
export function RangePicker({ from, to, today, days }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <nav aria-label="Days">
        <ul className="flex flex-wrap gap-2">
          {ranges.map((range) => (
            <li key={range.days}>
              <a
                href={`?days=${range.days}`}
                className="button small"
                aria-current={range.days === days ? 'true' : undefined}
              >
                {range.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <search>
        <form aria-label="Other dates" className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <Field label="From (UTC)" name="from" type="date" required max={today} defaultValue={from} />
          <Field label="To (UTC)" name="to" type="date" required max={today} defaultValue={to} />
          <button type="submit" className="button">
            Show
          </button>
        </form>
      </search>
    </div>
  )
}
