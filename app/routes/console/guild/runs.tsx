import { useLoaderData } from '@remix-run/react'
import { findAutomations } from '#app/features/automations/automations.server.ts'
import { listGuildRuns } from '#app/features/automations/runs/runs.server.ts'
import { runsQuery } from '#app/features/automations/runs/runs.ts'
import { RunList } from '#app/features/automations/ui/run-list.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { runOutcomes } from '#app/features/jobs/runs/schema.ts'
import { outcomeLabel } from '#app/features/jobs/ui/outcome.tsx'
import { guildPage } from '#app/http/pages/page.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { choice, Filters } from '#app/ui/lists/filters.tsx'
import { isFiltered } from '#app/ui/lists/list-state.ts'

export const handle = { needs: 'guild:read', title: 'Runs' } as const

/** Maximum number of automations in the filter. A guild has at most as many. */
const MAX_CHOICES = 200

export const loader = guildPage(handle.needs, async (ctx, { guildId, request }) => {
  const { query, list, before } = listQuery(runsQuery, request.url)
  const { runs, next_before: next } = await listGuildRuns(ctx, { guildId, ...query })
  const found = await findAutomations(ctx, { guildIds: [guildId], q: '', limit: MAX_CHOICES })
  return { runs, list, before, next, automations: found.map(({ id, name }) => ({ value: id, name })) }
})

const outcomes = choice(
  'Outcome',
  'outcome',
  runOutcomes.map((value) => ({ value, name: outcomeLabel(value) })),
)

export default function Runs() {
  const { frame, automations, ...listed } = useLoaderData<typeof loader>()
  const { runs, list, before } = listed
  const base = `/admin/guilds/${frame.guild.id}`
  const isNarrowed = isFiltered(list) || before !== undefined
  return (
    <GuildConsole frame={frame} here="/runs" title="Runs">
      <Filters
        label="Filter runs"
        list={list}
        filters={[choice('Automation', 'automation', automations), outcomes]}
        count={<LiveIndicator address={`/api/guilds/${frame.guild.id}/live`} />}
      />
      {runs.length > 0 ? (
        <RunList {...listed} guildId={frame.guild.id} />
      ) : (
        <EmptyState
          action={
            !isNarrowed && (
              <a href={`${base}/automations/new`} className="button">
                New automation
              </a>
            )
          }
        >
          {isNarrowed
            ? 'No runs match. Remove a filter.'
            : 'Each run of an automation appears here with its trigger, its steps and any errors.'}
        </EmptyState>
      )}
    </GuildConsole>
  )
}
