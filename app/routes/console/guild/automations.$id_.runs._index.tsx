import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readAutomation } from '#app/features/automations/automations.server.ts'
import { listGuildRuns } from '#app/features/automations/runs/runs.server.ts'
import { runsQuery } from '#app/features/automations/runs/runs.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import { RunList } from '#app/features/automations/ui/run-list.tsx'

export const handle = { needs: 'guild:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(`Runs of ${data?.automation.name ?? 'an automation'}`, matches)

export const loader = guildPage(handle.needs, async (ctx, { guildId, id, request }) => {
  const { query, list, before } = listQuery(runsQuery.omit({ automation: true }), request.url)
  const { name } = await readAutomation(ctx, { guildId, id })
  const { runs, next_before: next } = await listGuildRuns(ctx, { guildId, automation: id, ...query })
  return { automation: { id, name }, runs, list, before, next }
})

export default function Runs() {
  const { frame, automation, ...listed } = useLoaderData<typeof loader>()
  const here = `/admin/guilds/${frame.guild.id}/automations/${automation.id}`
  return (
    <GuildConsole
      frame={frame}
      here="/automations"
      crumbs={[{ href: here, name: automation.name }]}
      title="Runs"
      lead={
        <>
          Runs of{' '}
          <a href={here} className="link">
            {automation.name}
          </a>
          .
        </>
      }
    >
      <LiveIndicator address={`/api/guilds/${frame.guild.id}/live`} />
      {listed.runs.length === 0 ? (
        <EmptyState
          action={
            <a href={`${here}#try`} className="button">
              Test automation
            </a>
          }
        >
          Each run of the automation appears here with its trigger, its steps and any errors. A test sends
          nothing.
        </EmptyState>
      ) : (
        <RunList {...listed} guildId={frame.guild.id} isOfOne />
      )}
    </GuildConsole>
  )
}
