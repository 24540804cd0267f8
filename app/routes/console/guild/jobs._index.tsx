import { useActionData, useLoaderData } from '@remix-run/react'
import { jobsQuery } from '#app/features/jobs/schema.ts'
import { countJobs, listJobs } from '#app/features/jobs/list.server.ts'
import { readCapacity } from '#app/features/runners/overview.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { jobForms } from '#app/http/pages/job-forms.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { CapacityLine } from '#app/features/runners/ui/capacity-line.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { Filters } from '#app/ui/forms/filters.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { JobActionResult } from '#app/features/jobs/ui/job-actions.tsx'
import { JobList } from '#app/features/jobs/ui/job-list.tsx'
import { JobCounts, stateOptions, typeOptions } from '#app/features/jobs/ui/describe-job.tsx'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { OlderPages } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'Jobs' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, request, search }) => {
  const { query, filters } = listQuery(jobsQuery, request.url)
  const { jobs, next_before: next } = await listJobs(ctx, { guildId, ...query })
  const { before = null, ...narrowed } = filters
  const [counts, capacity] = [await countJobs(ctx, { guildId }), await readCapacity(ctx, { guildId })]
  return { jobs, next, before, filters: narrowed, counts, capacity, done: search.get('done') }
})

export const action = jobForms

export default function Jobs() {
  const { frame, jobs, next, before, filters, counts, capacity, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const here = `/admin/guilds/${frame.guild.id}/jobs`
  const isNarrowed = Object.keys(filters).length > 0
  const addressWith = (more: Record<string, string | undefined>) => {
    const given = Object.entries({ ...filters, ...more }).filter(
      (pair): pair is [string, string] => !!pair[1],
    )
    return given.length ? `${here}?${new URLSearchParams(given)}` : here
  }
  return (
    <GuildConsole frame={frame} here="/jobs" title="Jobs" lead={<CapacityLine capacity={capacity} />}>
      <JobActionResult done={done} refusal={refusal} />
      <Filters label="Filter jobs" clear={isNarrowed ? here : null}>
        <Select label="State" name="state" value={filters.state ?? ''} options={stateOptions} />
        <Select label="Type" name="type" value={filters.type ?? ''} options={typeOptions} />
      </Filters>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <JobCounts counts={counts} state={filters.state} addressOf={(state) => addressWith({ state })} />
        <LiveIndicator address={`/api/guilds/${frame.guild.id}/live`} />
      </div>
      {jobs.length > 0 ? (
        <JobList jobs={jobs} guildId={frame.guild.id} refusal={refusal} />
      ) : (
        <p className="mt-4 max-w-2xl text-soft">
          {isNarrowed || before
            ? 'No jobs match.'
            : 'There are no jobs yet. Each action of an automation or a command is a job for a runner. Finished jobs stay here for a while.'}
        </p>
      )}
      <OlderPages
        newest={before ? addressWith({}) : null}
        older={next ? addressWith({ before: next }) : null}
      />
    </GuildConsole>
  )
}
