import type { StatsReport } from '#app/features/stats/schema.ts'
import { BarChart, count } from '#app/ui/bar-chart.tsx'
import { Figures } from '#app/ui/figures.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Terminal } from '#app/ui/terminal.tsx'

/** The last days of a guild: totals, messages by day as bars and as figures, and what was used most. */
export function GuildReport({ name, report }: { name: string; report: StatsReport }) {
  const { totals } = report
  const tiles = [
    ['Messages', count(totals.message_count)],
    ['Members', report.current ? count(report.current.member_count) : 'not known'],
    ['Joined and left', `${count(totals.member_joins)} / ${count(totals.member_leaves)}`],
    ['Voice', `${count(Math.round(totals.voice_total_seconds / 3600))} h`],
    ['Commands', count(totals.command_count)],
  ]
  return (
    <div className="min-w-0">
      <h3 className="text-2xl">{name}</h3>
      <p className="text-muted">
        Guild <code className="code-inline">{report.guild_id}</code>, {report.days} days to {report.to}, UTC
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-line py-5 sm:grid-cols-3 xl:grid-cols-5">
        {tiles.map(([term, value]) => (
          <div key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="font-sign text-3xl font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {totals.total_events > 0 ? <Days report={report} /> : <NoEvents />}
    </div>
  )
}

function Days({ report }: { report: StatsReport }) {
  const { from, to, daily_stats: days, top_channels: channels, top_commands: commands } = report
  return (
    <>
      <div className="mt-8 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div>
          <h4 className="mb-5 text-lg">Messages by day</h4>
          <BarChart
            label={`Messages by day from ${from} to ${to}; the figures are in the table that follows.`}
            bars={days.map(({ date, message_count: value, complete }) => ({ date, value, complete }))}
          />
        </div>
        <Figures
          caption="Messages by day, newest first"
          hideCaption
          className="max-h-80"
          head={['Day', 'Messages', 'People']}
          rows={days
            .toReversed()
            .map((day) => [day.date, count(day.message_count), count(day.message_unique_users)])}
        />
      </div>
      <div className="mt-10 grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {channels.length > 0 && (
          <Figures
            caption="Busiest channels"
            head={['Channel', 'Messages']}
            rows={channels.map((channel) => [`#${channel.name}`, count(channel.message_count)])}
          />
        )}
        {commands.length > 0 && (
          <Figures
            caption="Most used commands"
            head={['Command', 'Uses', 'Errors']}
            rows={commands.map((command) => [
              `/${command.name}`,
              count(command.use_count),
              count(command.error_count),
            ])}
          />
        )}
      </div>
    </>
  )
}

function NoEvents() {
  return (
    <div className="mt-6">
      <Notice title="Nothing was counted in these days">
        <p>Events come from a runner. Make a token for one, and give it to the machine that runs your bot:</p>
        <Terminal lines={['npm run -s signpost -- runners create --name "My runner"']} />
      </Notice>
    </div>
  )
}
