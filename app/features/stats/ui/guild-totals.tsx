import type { RangeReport } from '#app/features/stats/range.ts'
import { count, hours } from '#app/primitives/count.ts'

/** What a range of days had in all, and how much more or less that is than the same number of days before. */
export function GuildTotals({ report }: { report: RangeReport }) {
  const { totals, current, compare, days } = report
  const before = compare.totals
  const share = (part: number, of: number) => (of ? `${((100 * part) / of).toFixed(1)} % failed` : 'none')
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-y border-line py-6 sm:grid-cols-3">
      <Total term="Members" value={current ? count(current.member_count) : 'not known'}>
        {signed(totals.member_net_change)} in {days === 1 ? 'this day' : `these ${count(days)} days`}
      </Total>
      <Total term="Messages" value={count(totals.message_count)}>
        <Change now={totals.message_count} before={before.message_count} />
      </Total>
      <Total term="Joined" value={count(totals.member_joins)}>
        <Change now={totals.member_joins} before={before.member_joins} />
      </Total>
      <Total term="In voice" value={hours(totals.voice_total_seconds)}>
        <Change now={totals.voice_total_seconds} before={before.voice_total_seconds} format={hours} />
      </Total>
      <Total term="Commands" value={count(totals.command_count)}>
        <Change now={totals.command_count} before={before.command_count} />
      </Total>
      <Total term="Command errors" value={count(totals.command_error_count)}>
        {share(totals.command_error_count, totals.command_count)}
      </Total>
    </dl>
  )
}

function Total({ term, value, children }: { term: string; value: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label text-muted">{term}</dt>
      <dd className="font-sign text-3xl font-bold">{value}</dd>
      <dd className="text-sm text-muted">{children}</dd>
    </div>
  )
}

const signed = (value: number) => (value > 0 ? `+${count(value)}` : value < 0 ? `−${count(-value)}` : '±0')

function Change({
  now,
  before,
  format = count,
}: {
  now: number
  before: number
  format?: (value: number) => string
}) {
  if (!before) return <>{now ? 'nothing in the period before' : 'as in the period before'}</>
  const percent = Math.round(((now - before) / before) * 100)
  return (
    <>
      {signed(percent)} % from {format(before)} before
    </>
  )
}
