import type { DailyViews, SiteStats } from '#app/features/readers/schema.ts'
import { daysPerBar, groupPeriods, type Period } from '#app/features/stats/ui/chart-spans.ts'
import { Bars } from '#app/features/stats/ui/chart.tsx'
import { formatInteger, formatPercent } from '#app/primitives/count.ts'
import { formatDay } from '#app/primitives/dates.ts'
import { DataTable } from '#app/ui/feedback/figures.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

const counts = ['person', 'agent', 'mcp', 'key', 'html', 'markdown', 'json'] as const
type Views = Period & Record<(typeof counts)[number], number>

const spansOf = (days: DailyViews[]): Views[] => groupPeriods(days, counts, () => ({}))

type Props = {
  report: SiteStats
  /** Days of the previous period. Empty if nothing was counted. */
  before: DailyViews[]
}

/** Renders the charts of views by kind of reader and by representation. */
export function ReaderCharts({ report, before }: Props) {
  const days = { spans: spansOf(report.daily), before: spansOf(before) }
  const size = daysPerBar(report.days)
  const lead = size === 1 ? undefined : `Each bar is ${size === 7 ? 'a week' : `${size / 7} weeks`}.`
  return (
    <Section id="views" title="Views" lead={lead}>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Bars
          title="People"
          {...days}
          up={[{ name: 'Views', className: '', value: (span) => span.person }]}
        />
        <Bars
          title="Agents"
          {...days}
          up={[
            { name: 'Agents and crawlers', className: '', value: (span) => span.agent },
            { name: 'MCP and API keys', className: 'less', value: (span) => span.mcp + span.key },
          ]}
        />
        <Bars
          title="Representation"
          {...days}
          up={[
            { name: 'HTML', className: '', value: (span) => span.html },
            { name: 'Markdown and JSON', className: 'less', value: (span) => span.markdown + span.json },
          ]}
        />
      </div>
    </Section>
  )
}

/** Renders the totals of a period by kind of reader. */
export function ReaderTotals({ report: { totals } }: { report: SiteStats }) {
  const rows = [
    ['People', totals.person],
    ['Agents and crawlers', totals.agent],
    ['MCP', totals.mcp],
    ['API keys', totals.key],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-y border-line py-6 sm:grid-cols-4">
      {rows.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="label text-muted">{term}</dt>
          <dd className="font-sign text-3xl font-bold">{formatInteger(value)}</dd>
          <dd className="text-sm text-muted">
            {totals.views ? `${formatPercent(value / totals.views)} of views` : 'no views'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Renders a table of the views by day. */
export const DailyViewsTable = ({ report }: { report: SiteStats }) => (
  <Section id="figures" title="Daily data">
    <DataTable
      caption={`Views from ${formatDay(report.from)} to ${formatDay(report.to)}, newest first`}
      hideCaption
      className="max-h-96"
      head={['Day (UTC)', 'People', 'Agents', 'MCP', 'API keys', 'HTML', 'Markdown', 'JSON']}
      rows={report.daily
        .toReversed()
        .map((day) => [
          day.complete ? day.date : `${day.date}, so far`,
          ...counts.map((name) => formatInteger(day[name])),
        ])}
    />
  </Section>
)
