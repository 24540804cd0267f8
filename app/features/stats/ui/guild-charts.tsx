import type { RangeReport } from '#app/features/stats/range.ts'
import { daysPerBar, groupDays } from '#app/features/stats/ui/chart-spans.ts'
import { Bars, Curve } from '#app/features/stats/ui/chart.tsx'
import { formatAmount, formatHours, formatInteger } from '#app/primitives/count.ts'
import { DataTable } from '#app/ui/feedback/figures.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

/** Renders a heatmap of activity by weekday and hour, with the numbers as text. */
function HeatMap({ cells, timezone }: { cells: number[][]; timezone: string }) {
  const most = Math.max(1, ...cells.flat())
  const busiest = cells.flatMap((row, day) => row.map((value, at) => ({ value, day, at })))
  const { day, at, value } = busiest.reduce((best, one) => (one.value > best.value ? one : best))
  const said = value
    ? `Busiest: ${weekdays[day]} at ${hour(at)}, with ${formatAmount(value, 'message', 'messages')} in all.`
    : 'No messages in this period.'
  return (
    <figure className="min-w-0">
      <figcaption className="mb-4">
        <h3 className="text-lg">Busiest hours</h3>
        <p className="text-sm text-muted">
          {said} Time zone: {timezone}.
        </p>
      </figcaption>
      <div className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2 text-sm text-muted">
        <ol className="grid h-44 grid-rows-7 text-right" aria-hidden="true">
          {weekdays.map((name) => (
            <li key={name} className="self-center leading-none">
              {name.slice(0, 3)}
            </li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={`Messages by hour and weekday. ${said}`}
          viewBox="0 0 24 7"
          preserveAspectRatio="none"
          className="h-44 w-full"
        >
          {cells.map((row, index) =>
            row.map((many, from) => (
              <rect
                key={`${index}-${from}`}
                x={from + 0.04}
                y={index + 0.06}
                width="0.92"
                height="0.88"
                className={many ? 'heat' : 'heat-none'}
                fillOpacity={many ? 0.15 + 0.85 * Math.sqrt(many / most) : undefined}
              >
                <title>{`${weekdays[index]} ${hour(from)}: ${formatInteger(many)}`}</title>
              </rect>
            )),
          )}
        </svg>
        <div className="col-start-2 mt-2 flex justify-between" aria-hidden="true">
          {['00:00', '06:00', '12:00', '18:00', '24:00'].map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      </div>
      <details className="mt-3">
        <summary className="link inline-block py-0.5">Numbers by hour</summary>
        <DataTable
          caption="Messages by weekday and hour"
          hideCaption
          className="mt-3"
          head={['Day', ...cells[0]!.map((_, from) => String(from))]}
          rows={cells.map((row, index) => [weekdays[index], ...row.map(formatInteger)])}
        />
      </details>
    </figure>
  )
}

/** Renders the charts for a range of days: growth, messages, voice, commands and activity. */
export function GuildCharts({ report }: { report: RangeReport }) {
  const spans = groupDays(report.daily_stats)
  const size = daysPerBar(report.days)
  const lead = size === 1 ? undefined : `Each bar is ${size === 7 ? 'a week' : `${size / 7} weeks`}.`
  return (
    <>
      <Section id="members" title="Members" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          {spans.some(({ member_count }) => member_count !== null) && (
            <Curve title="Members" name="members" spans={spans} of={(span) => span.member_count} />
          )}
          <Bars
            title="Joins and leaves"
            spans={spans}
            up={[{ name: 'Joined', className: '', value: (span) => span.member_joins }]}
            down={[{ name: 'Left', className: 'less', value: (span) => span.member_leaves }]}
          />
        </div>
      </Section>
      <Section id="talk" title="Activity" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          <Bars
            title="Messages"
            spans={spans}
            up={[{ name: 'Messages', className: '', value: (span) => span.message_count }]}
          />
          <Bars
            title="Hours in voice"
            spans={spans}
            format={(value) => formatHours(value * 3600)}
            up={[{ name: 'in voice', className: '', value: (span) => span.voice_total_seconds / 3600 }]}
          />
          <HeatMap cells={report.activity.heat.message_count} timezone={report.activity.timezone} />
          {report.top_channels.length > 0 && (
            <DataTable
              caption="Busiest channels"
              head={['Channel', 'Messages']}
              rows={report.top_channels.map((channel) => [
                `#${channel.name}`,
                formatInteger(channel.message_count),
              ])}
            />
          )}
        </div>
      </Section>
      <Section id="bot" title="The bot" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          <Bars
            title="Commands"
            spans={spans}
            up={[
              {
                name: 'Succeeded',
                className: '',
                value: (span) => span.command_count - span.command_error_count,
              },
              { name: 'Failed', className: 'wrong', value: (span) => span.command_error_count },
            ]}
          />
          <Bars
            title="Automations"
            spans={spans}
            up={[
              {
                name: 'Succeeded',
                className: '',
                value: (span) => span.automation_run_count - span.automation_error_count,
              },
              { name: 'Failed', className: 'wrong', value: (span) => span.automation_error_count },
            ]}
          />
          {report.top_commands.length > 0 && (
            <DataTable
              caption="Most used commands"
              head={['Command', 'Uses', 'Errors']}
              rows={report.top_commands.map((command) => [
                `/${command.name}`,
                formatInteger(command.use_count),
                formatInteger(command.error_count),
              ])}
            />
          )}
        </div>
      </Section>
    </>
  )
}
