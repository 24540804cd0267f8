import { useState } from 'react'
import type { RangeReport } from '#app/features/stats/range.ts'
import { daysPerBar, groupDays, type Span } from '#app/features/stats/ui/chart-spans.ts'
import { Bars, Curve } from '#app/features/stats/ui/chart.tsx'
import { Plot } from '#app/features/stats/ui/plot.tsx'
import { formatAmount, formatHours, formatInteger } from '#app/primitives/count.ts'
import { DataTable } from '#app/ui/feedback/figures.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { useDirectory } from '#app/ui/forms/directory.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

/** Number of steps between yellow and ink. */
const HEAT_STEPS = 5

/** Renders a heatmap of activity by weekday and hour, with the numbers as text. */
function HeatMap({ cells, timezone }: { cells: number[][]; timezone: string }) {
  const [at, setAt] = useState<number | null>(null)
  const most = Math.max(1, ...cells.flat())
  const busiest = cells.flatMap((row, day) => row.map((value, from) => ({ value, day, from })))
  const { day, from, value } = busiest.reduce((best, one) => (one.value > best.value ? one : best))
  const said = value
    ? `Busiest: ${weekdays[day]} at ${hour(from)}, with ${formatAmount(value, 'message', 'messages')} in all.`
    : 'No messages in this period.'
  const readout = (index: number) => {
    const cell = busiest[index]!
    return `${weekdays[cell.day]} ${hour(cell.from)}: ${formatAmount(cell.value, 'message', 'messages')}.`
  }
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2">
        <h3 className="text-lg">Busiest hours</h3>
        <p className="min-h-6 text-sm text-muted">
          {at === null ? said : readout(at)} Time zone: {timezone}.
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
        <Plot
          label="Messages by hour and weekday"
          columns={24}
          rows={7}
          at={at}
          onMove={setAt}
          readout={readout}
        >
          <svg
            role="img"
            aria-label={`Messages by hour and weekday. ${said}`}
            viewBox="0 0 24 7"
            preserveAspectRatio="none"
            className="h-44 w-full"
          >
            {busiest.map((cell, index) => (
              <rect
                key={index}
                x={cell.from + 0.04}
                y={cell.day + 0.06}
                width="0.92"
                height="0.88"
                className={`heat-${Math.ceil(Math.sqrt(cell.value / most) * HEAT_STEPS)}`}
              />
            ))}
            {at !== null && (
              <rect
                x={at % 24}
                y={Math.floor(at / 24)}
                width="1"
                height="1"
                className="crosshair"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
        </Plot>
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

type Props = {
  report: RangeReport
  /** Spans of the previous period. */
  before: Span[]
}

/** Renders the charts for a range of days: growth, messages, voice, commands and activity. */
export function GuildCharts({ report, before }: Props) {
  const { nameOf } = useDirectory()
  const spans = groupDays(report.daily_stats)
  const days = { spans, before }
  const size = daysPerBar(report.days)
  const lead = size === 1 ? undefined : `Each bar is ${size === 7 ? 'a week' : `${size / 7} weeks`}.`
  return (
    <>
      <Section id="members" title="Members" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          {spans.some(({ member_count }) => member_count !== null) && (
            <Curve title="Members" name="members" {...days} of={(span) => span.member_count} />
          )}
          <Bars
            title="Joins and leaves"
            {...days}
            up={[{ name: 'Joined', className: '', value: (span) => span.member_joins }]}
            down={[{ name: 'Left', className: 'less', value: (span) => span.member_leaves }]}
          />
        </div>
      </Section>
      <Section id="talk" title="Activity" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          <Bars
            title="Messages"
            {...days}
            up={[{ name: 'Messages', className: '', value: (span) => span.message_count }]}
          />
          <Bars
            title="Hours in voice"
            {...days}
            format={(value) => formatHours(value * 3600)}
            up={[{ name: 'in voice', className: '', value: (span) => span.voice_total_seconds / 3600 }]}
          />
          <HeatMap cells={report.activity.heat.message_count} timezone={report.activity.timezone} />
          {report.top_channels.length > 0 && (
            <DataTable
              caption="Busiest channels"
              head={['Channel', 'Messages']}
              rows={report.top_channels.map((channel) => [
                nameOf('channel', channel.channel_id, channel.name),
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
            {...days}
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
            {...days}
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
