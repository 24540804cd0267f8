import type { RangeReport } from '#app/features/stats/range.ts'
import { Bars, Curve } from '#app/features/stats/ui/chart.tsx'
import { daysPerBar, spansOf } from '#app/features/stats/ui/chart-spans.ts'
import { count, hours } from '#app/primitives/count.ts'
import { Figures } from '#app/ui/feedback/figures.tsx'
import { HeatMap } from '#app/features/stats/ui/heat-map.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

/** A range of days drawn: how the guild grew, what was written, said and asked, and when. */
export function GuildCharts({ report }: { report: RangeReport }) {
  const spans = spansOf(report.daily_stats)
  const size = daysPerBar(report.days)
  const lead = size === 1 ? undefined : `One bar is ${size === 7 ? 'a week' : `${size / 7} weeks`}.`
  return (
    <>
      <Section id="members" title="Members" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          {spans.some(({ member_count }) => member_count !== null) && (
            <Curve title="Members" name="members" spans={spans} of={(span) => span.member_count} />
          )}
          <Bars
            title="Came and went"
            spans={spans}
            up={[{ name: 'Joined', look: '', of: (span) => span.member_joins }]}
            down={[{ name: 'Left', look: 'less', of: (span) => span.member_leaves }]}
          />
        </div>
      </Section>
      <Section id="talk" title="Talk" lead={lead}>
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          <Bars
            title="Messages"
            spans={spans}
            up={[{ name: 'Messages', look: '', of: (span) => span.message_count }]}
          />
          <Bars
            title="Hours in voice"
            spans={spans}
            format={(value) => hours(value * 3600)}
            up={[{ name: 'in voice', look: '', of: (span) => span.voice_total_seconds / 3600 }]}
          />
          <HeatMap cells={report.activity.heat.message_count} timezone={report.activity.timezone} />
          {report.top_channels.length > 0 && (
            <Figures
              caption="Busiest channels"
              head={['Channel', 'Messages']}
              rows={report.top_channels.map((channel) => [`#${channel.name}`, count(channel.message_count)])}
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
              { name: 'Answered', look: '', of: (span) => span.command_count - span.command_error_count },
              { name: 'Failed', look: 'wrong', of: (span) => span.command_error_count },
            ]}
          />
          <Bars
            title="Automations"
            spans={spans}
            up={[
              {
                name: 'Ran',
                look: '',
                of: (span) => span.automation_run_count - span.automation_error_count,
              },
              { name: 'Failed', look: 'wrong', of: (span) => span.automation_error_count },
            ]}
          />
          {report.top_commands.length > 0 && (
            <Figures
              caption="Most used commands"
              head={['Command', 'Uses', 'Errors']}
              rows={report.top_commands.map((command) => [
                `/${command.name}`,
                count(command.use_count),
                count(command.error_count),
              ])}
            />
          )}
        </div>
      </Section>
    </>
  )
}
