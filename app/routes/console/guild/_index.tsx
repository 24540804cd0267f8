import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { hasRole } from '#app/access.ts'
import { rangeOf } from '#app/features/stats/range.ts'
import { readPreviousDays, reportRange } from '#app/features/stats/range.server.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { DailyFigures, ExportLink, GuildTotals } from '#app/features/stats/ui/guild-totals.tsx'
import { groupDays } from '#app/features/stats/ui/chart-spans.ts'
import { GuildCharts } from '#app/features/stats/ui/guild-charts.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { NoEvents } from '#app/features/stats/ui/guild-list.tsx'
import { knownDirectory, namesIn } from '#app/features/pickers/pickers.server.ts'
import {
  quickStartInput,
  readQuickStart,
  startQuickly,
  type QuickStarted,
} from '#app/features/setup/quick-start.server.ts'
import { QuickStart, QuickStartResult } from '#app/features/setup/ui/quick-start.tsx'
import { DirectoryProvider } from '#app/ui/forms/directory.tsx'
import { formatDay } from '#app/primitives/dates.ts'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import { RangePicker } from '#app/features/stats/ui/range-picker.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.frame.guild.name ?? 'A guild', matches)

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => {
  const today = ctx.now().toISOString().slice(0, 10)
  const range = rangeOf(search, today)
  const report = await reportRange(ctx, { guildId, from: range.from, to: range.to })
  const hasBefore = report.compare.totals.total_events > 0
  const before = hasBefore ? groupDays(await readPreviousDays(ctx, { guildId, ...range })) : []
  const { actor } = ctx
  const mayExport = actor.kind === 'user' && hasRole(actor.role, 'guilds:write')
  const quickStart = await readQuickStart(ctx, { guildId })
  const directory = quickStart
    ? await knownDirectory(ctx, { guildId })
    : await namesIn(ctx, { guildId, value: report.top_channels })
  const isJoined = search.get('done') === 'joined'
  return { today, range, report, before, mayExport, directory, quickStart, isJoined }
})

export const action = forms<{ started: QuickStarted }>(({ guildId }) => ({
  // Returns the result without a redirect. Starting again is refused, so a reload is safe.
  start: async (ctx, values) => ({
    started: await startQuickly(ctx, { guildId, ...parse(quickStartInput, values) }),
  }),
}))

export default function Guild() {
  const { frame, today, range, report, before, mayExport, directory, quickStart, isJoined } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const started = answer && 'started' in answer ? answer.started : null
  const refusal = answer && 'error' in answer ? answer : undefined
  const [first, last] = [formatDay(range.from), formatDay(range.to)]
  const period = first === last ? `on ${first}` : `from ${first} to ${last}`
  const isEmpty = report.totals.total_events === 0 && report.snapshots.length === 0
  return (
    <GuildConsole
      frame={frame}
      here=""
      title={frame.guild.name}
      actions={mayExport && !isEmpty && <ExportLink report={report} format="csv" />}
      lead={`Activity ${period}, compared with the previous period. Days are in UTC.`}
    >
      {range.problem && (
        <div className="mb-6">
          <Notice tone="stop" title={range.problem}>
            The page shows the last 30 days instead.
          </Notice>
        </div>
      )}
      <PageNotice tone="done" title={isJoined && !answer && `You now manage ${frame.guild.name}.`} />
      <QuickStartResult base={`/admin/guilds/${frame.guild.id}`} started={started} />
      {quickStart ? (
        <DirectoryProvider value={directory}>
          <QuickStart suggestion={quickStart} refusal={refusal} />
        </DirectoryProvider>
      ) : (
        <PageNotice tone="stop" title={refusal?.error} />
      )}
      <RangePicker from={range.from} to={range.to} today={today} days={range.days} />
      <div className="mt-6">
        <GuildTotals report={report} guild={frame.guild} />
      </div>
      {isEmpty ? (
        <NoEvents name={frame.guild.name} base={`/admin/guilds/${frame.guild.id}`} />
      ) : (
        <div className="mt-8">
          <DirectoryProvider value={directory}>
            <GuildCharts report={report} before={before} />
          </DirectoryProvider>
          <DailyFigures report={report} />
          {mayExport && <ExportLink report={report} format="json" />}
        </div>
      )}
    </GuildConsole>
  )
}
