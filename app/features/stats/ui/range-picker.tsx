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
export const RangePicker = ({ from, to, today, days }: Props) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
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
      <form aria-label="Other dates" className="filters">
        <DateField label="From (UTC)" name="from" today={today} value={from} />
        <DateField label="To (UTC)" name="to" today={today} value={to} />
        <button type="submit" className="button">
          Show
        </button>
      </form>
    </search>
  </div>
)

type DateProps = { label: string; name: string; today: string; value: string }

const DateField = ({ label, name, today, value }: DateProps) => (
  <label className="filter">
    <span className="text-muted">{label}</span>
    <input type="date" name={name} required max={today} defaultValue={value} className="input" />
  </label>
)
