import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { actionLabels } from '#app/features/actions/config-fields.ts'
import { readJob } from '#app/features/jobs/list.server.ts'
import { replayableJobs } from '#app/features/jobs/replayable.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { jobForms } from '#app/http/pages/job-forms.server.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { JobDetail } from '#app/features/jobs/ui/job-detail.tsx'
import { JobActionResult } from '#app/features/jobs/ui/job-actions.tsx'
import { JobSource } from '#app/features/jobs/ui/describe-job.tsx'
import { namesIn } from '#app/features/pickers/pickers.server.ts'
import { useActionResult } from '#app/ui/feedback/action-result.ts'
import { DirectoryProvider } from '#app/ui/forms/directory.tsx'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data ? `Job: ${actionLabels[data.job.type].name}` : 'A job', matches)

export const loader = guildPage(handle.needs, async (ctx, { guildId, id, search }) => {
  const job = await readJob(ctx, { guildId, id })
  const directory = await namesIn(ctx, { guildId, value: job })
  const isReplayable = (await replayableJobs(ctx, { guildId, jobs: [job] })).has(id)
  return { job: { ...job, isReplayable }, directory, done: search.get('done') }
})

export const action = jobForms

export default function Job() {
  const { frame, job, directory, done } = useLoaderData<typeof loader>()
  const refusal = useActionResult<typeof action>()
  return (
    <GuildConsole
      frame={frame}
      here="/jobs"
      crumbs={[]}
      title={actionLabels[job.type].name}
      lead={
        <>
          <JobSource guildId={frame.guild.id} source={job.source} />.
        </>
      }
    >
      <JobActionResult done={done} refusal={refusal} />
      <LiveIndicator address={`/api/guilds/${frame.guild.id}/live`} />
      <DirectoryProvider value={directory}>
        <JobDetail job={job as Parameters<typeof JobDetail>[0]['job']} refusal={refusal} />
      </DirectoryProvider>
    </GuildConsole>
  )
}
