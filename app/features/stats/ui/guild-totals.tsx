import type { ReactNode } from 'react'
import type { Guild } from '#app/features/guilds/schema.ts'
import type { RangeReport } from '#app/features/stats/range.ts'
import { formatHours, formatInteger, formatPercent } from '#app/primitives/count.ts'
import { DataTable } from '#app/ui/feedback/figures.tsx'
import { AgeIfOld } from '#app/ui/feedback/timestamp.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { formatDay } from '#app/primitives/dates.ts'

type ExportProps = { report: RangeReport; format: 'csv' | 'json' }

/** Renders the link that exports the daily data of a range. */
export const ExportLink = ({ report: { guild_id, from, to }, format }: ExportProps) => (
  <a href={`/api/stats/${guild_id}/export?format=${format}&from=${from}&to=${to}`} className="button">
    Export as {format.toUpperCase()}
  </a>
)

/** Renders a table of the daily data. */
export function DailyFigures({ report }: { report: RangeReport }) {
  const { from, to, daily_stats: days } = report
  return (
    <Section id="figures" title="Daily data">
      <DataTable
        caption={`Daily data from ${formatDay(from)} to ${formatDay(to)}, newest first`}
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
            day.member_count === null ? '–' : formatInteger(day.member_count),
            formatInteger(day.member_joins),
            formatInteger(day.member_leaves),
            formatInteger(day.message_count),
            formatInteger(day.message_unique_users),
            formatHours(day.voice_total_seconds),
            formatInteger(day.command_count),
            formatInteger(day.command_error_count),
            formatInteger(day.total_events),
          ])}
      />
    </Section>
  )
}

/** Renders the totals for a range and their change from the preceding period. */
export function GuildTotals({ report, guild }: { report: RangeReport; guild: Guild }) {
  const { totals, compare, days } = report
  const before = compare.totals
  const share = (part: number, of: number) => (of ? `${formatPercent(part / of)} failed` : 'none')
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-y border-line py-6 sm:grid-cols-3">
      {guild.member_count === null ? (
        <Total term="Members" value="–">
          Counted when the bot next connects to this server
        </Total>
      ) : (
        <Total
          term="Members"
          value={
            <>
              {formatInteger(guild.member_count)}
              <span className="font-sans text-sm font-normal">
                <AgeIfOld at={guild.member_count_at} />
              </span>
            </>
          }
        >
          {signed(totals.member_net_change)} in{' '}
          {days === 1 ? 'this day' : `these ${formatInteger(days)} days`}
        </Total>
      )}
      <Total term="Messages" value={formatInteger(totals.message_count)}>
        <Change now={totals.message_count} before={before.message_count} />
      </Total>
      <Total term="Joined" value={formatInteger(totals.member_joins)}>
        <Change now={totals.member_joins} before={before.member_joins} />
      </Total>
      <Total term="In voice" value={formatHours(totals.voice_total_seconds)}>
        <Change now={totals.voice_total_seconds} before={before.voice_total_seconds} format={formatHours} />
      </Total>
      <Total term="Commands" value={formatInteger(totals.command_count)}>
        <Change now={totals.command_count} before={before.command_count} />
      </Total>
      <Total term="Command errors" value={formatInteger(totals.command_error_count)}>
        {share(totals.command_error_count, totals.command_count)}
      </Total>
    </dl>
  )
}

function Total({ term, value, children }: { term: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label text-muted">{term}</dt>
      <dd className="font-sign text-3xl font-bold">{value}</dd>
      <dd className="text-sm text-muted">{children}</dd>
    </div>
  )
}

const signed = (value: number) =>
  value > 0 ? `+${formatInteger(value)}` : value < 0 ? `−${formatInteger(-value)}` : '±0'

function Change({
  now,
  before,
  format = formatInteger,
}: {
  now: number
  before: number
  format?: (value: number) => string
}) {
  if (!before) return <>{now ? 'none in the previous period' : 'same as in the previous period'}</>
  const percent = Math.round(((now - before) / before) * 100)
  return (
    <>
      {signed(percent)}% from {format(before)} in the previous period
    </>
  )
}
