import { useLoaderData } from '@remix-run/react'
import { jobSort, jobsQuery } from '#app/features/jobs/schema.ts'
import { countJobs, listJobs } from '#app/features/jobs/list.server.ts'
import { replayableJobs } from '#app/features/jobs/replayable.server.ts'
import { readCapacity } from '#app/features/runners/overview.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { jobListForms } from '#app/http/pages/job-forms.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { CapacityLine } from '#app/features/runners/ui/capacity-line.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { useActionResult } from '#app/ui/feedback/action-result.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { choice, Filters, type Filter } from '#app/ui/lists/filters.tsx'
import { isFiltered, listUrl } from '#app/ui/lists/list-state.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { JobActionResult } from '#app/features/jobs/ui/job-actions.tsx'
import { JobList, listedJob } from '#app/features/jobs/ui/job-list.tsx'
import { JobCounts, jobName, typeOptions } from '#app/features/jobs/ui/describe-job.tsx'
import { useSite } from '#app/ui/layout/root-data.ts'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { OlderPages } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'Jobs' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, request, search }) => {
  const { query, list, before } = listQuery(jobsQuery.extend(jobSort), request.url)
  const { jobs, next_before: next } = await listJobs(ctx, { guildId, ...query })
  const counts = await countJobs(ctx, { guildId, type: query.type })
  const capacity = await readCapacity(ctx, { guildId })
  const replayable = await replayableJobs(ctx, { guildId, jobs })
  const rows = jobs.map((job) => listedJob(job, replayable.has(job.id)))
  return { jobs: rows, next, before, list, counts, capacity, done: search.get('done') }
})

export const action = jobListForms

/** State of the selected jobs after each action. */
const bulkLabels = { replay: 'queued again', cancel: 'cancelled', undo: 'restored' }

const filters: Filter[] = [choice('Type', 'type', typeOptions)]

export default function Jobs() {
  const { frame, jobs, next, before, list, counts, capacity, done } = useLoaderData<typeof loader>()
  const { time_zone } = useSite()
  const answer = useActionResult<typeof action>()
  const bulk = answer && 'act' in answer ? answer : undefined
  const refusal = answer && 'error' in answer ? answer : undefined
  return (
    <GuildConsole frame={frame} here="/jobs" title="Jobs" lead={<CapacityLine capacity={capacity} />}>
      <JobActionResult done={answer ? null : done} refusal={refusal} />
      <PageNotice tone="stop" title={refusalFor('bulk', refusal)?.error} />
      <BulkNotice
        result={bulk}
        noun={['job was', 'jobs were']}
        labels={bulkLabels}
        names={new Map(jobs.map((job) => [job.id, jobName(job, time_zone)]))}
      />
      <Filters
        label="Filter jobs"
        list={list}
        filters={filters}
        count={<LiveIndicator address={`/api/guilds/${frame.guild.id}/live`} />}
      />
      <JobCounts counts={counts} state={list.filters.state} addressOf={(state) => listUrl(list, { state })} />
      {jobs.length > 0 ? (
        <JobList
          key={before}
          jobs={jobs}
          list={list}
          guildId={frame.guild.id}
          refusal={refusal}
          done={bulk}
        />
      ) : (
        <EmptyState
          action={
            !isFiltered(list) && (
              <a href={`/admin/guilds/${frame.guild.id}/automations/new`} className="button">
                New automation
              </a>
            )
          }
        >
          {isFiltered(list) || before
            ? 'No jobs match. Remove a filter.'
            : 'Each action of an automation or a command is a job for a runner. Finished jobs are listed for a while.'}
        </EmptyState>
      )}
      <OlderPages
        isSorted={Boolean(list.sort)}
        newest={before ? listUrl(list) : null}
        older={next ? listUrl(list, { before: next }) : null}
      />
    </GuildConsole>
  )
}
