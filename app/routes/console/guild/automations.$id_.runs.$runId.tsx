import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readAutomation } from '#app/features/automations/automations.server.ts'
import { readRun } from '#app/features/automations/runs/runs.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { jobStateOf } from '#app/features/jobs/list.server.ts'
import { readCapacity } from '#app/features/runners/overview.server.ts'
import { CapacityLine } from '#app/features/runners/ui/capacity-line.tsx'
import { namesIn } from '#app/features/pickers/pickers.server.ts'
import { DirectoryProvider } from '#app/ui/forms/directory.tsx'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import { RunEvent, RunTimes, titleOf } from '#app/features/automations/ui/run-list.tsx'
import { RunSteps } from '#app/features/automations/ui/run-steps.tsx'

export const handle = { needs: 'guild:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(`Run of ${data?.automation.name ?? 'an automation'}`, matches)

export const loader = guildPage(handle.needs, async (ctx, { guildId, id, params }) => {
  const asked = { guildId, id }
  const { name } = await readAutomation(ctx, asked)
  const run = await readRun(ctx, { ...asked, runId: params.runId! })
  const current = run.steps.find(({ outcome }) => outcome === 'running')?.job_id
  const jobState = current ? await jobStateOf(ctx, { guildId, id: current }) : undefined
  const capacity = jobState === 'queued' ? await readCapacity(ctx, { guildId }) : undefined
  const directory = await namesIn(ctx, { guildId, value: run })
  return { automation: { id, name }, run, jobState, capacity, directory }
})

export default function Run() {
  const { frame, automation, run, jobState, capacity, directory } = useLoaderData<typeof loader>()
  const here = `/admin/guilds/${frame.guild.id}/automations/${automation.id}`
  return (
    <GuildConsole
      frame={frame}
      here="/automations"
      crumbs={[
        { href: here, name: automation.name },
        { href: `${here}/runs`, name: 'Runs' },
      ]}
      title={titleOf(run)}
      lead={
        <>
          Run of{' '}
          <a href={here} className="link">
            {automation.name}
          </a>
          . See{' '}
          <a href={`${here}/runs`} className="link">
            all its runs
          </a>
          .
        </>
      }
    >
      <LiveIndicator address={`/api/guilds/${frame.guild.id}/live`} />
      <p className="mt-2 text-xl">
        <OutcomeBadge outcome={run.outcome} />
      </p>
      {capacity?.connected === 0 && (
        <p className="text-soft">
          <CapacityLine capacity={capacity} />
        </p>
      )}
      <DirectoryProvider value={directory}>
        <RunTimes run={run} />
        <RunEvent event={run.event} />
        <h2 className="mt-6 text-3xl">Steps</h2>
        <RunSteps steps={run.steps} jobState={jobState} guildId={frame.guild.id} />
      </DirectoryProvider>
    </GuildConsole>
  )
}
