import type { RangeReport } from '#app/features/stats/range.ts'
import { count, hours } from '#app/primitives/count.ts'
import { Figures } from '#app/ui/feedback/figures.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

/** Every day of a range as figures, with links to the export for those who may use it. */
export function DailyFigures({ report, mayExport }: { report: RangeReport; mayExport: boolean }) {
  const { guild_id, from, to, daily_stats: days } = report
  const file = (format: string) => `/api/stats/${guild_id}/export?format=${format}&from=${from}&to=${to}`
  return (
    <Section id="figures" title="The figures">
      <Figures
        caption={`Day by day from ${from} to ${to}, the newest first`}
        hideCaption
        className="max-h-96"
        head={[
          'Day (UTC)',
          'Members',
          'Joined',
          'Left',
          'Messages',
          'People',
          'Voice',
          'Commands',
          'Errors',
          'Events',
        ]}
        rows={days
          .toReversed()
          .map((day) => [
            day.complete ? day.date : `${day.date}, so far`,
            day.member_count === null ? 'not known' : count(day.member_count),
            count(day.member_joins),
            count(day.member_leaves),
            count(day.message_count),
            count(day.message_unique_users),
            hours(day.voice_total_seconds),
            count(day.command_count),
            count(day.command_error_count),
            count(day.total_events),
          ])}
      />
      {mayExport && (
        <p className="mt-6 flex flex-wrap gap-4">
          <a href={file('csv')} className="button">
            Export as CSV
          </a>
          <a href={file('json')} className="button">
            Export as JSON
          </a>
        </p>
      )}
    </Section>
  )
}
