import { actionLabels } from '#app/features/actions/config-fields.ts'
import type { Job } from '#app/features/jobs/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { JobActions } from '#app/features/jobs/ui/job-actions.tsx'
import { JobSource, attemptsLabel } from '#app/features/jobs/ui/describe-job.tsx'
import { Timestamp, RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'

const columnsOf = (guildId: string): Column<Job>[] => [
  {
    name: 'Action',
    sort: { by: 'type', first: 'asc' },
    cell: ({ id, type }) => (
      <a href={`/admin/guilds/${guildId}/jobs/${id}`} className="link">
        {actionLabels[type].name}
      </a>
    ),
  },
  {
    name: 'State',
    isState: true,
    sort: { by: 'state', first: 'asc' },
    cell: ({ state }) => <OutcomeBadge outcome={state} />,
  },
  { name: 'Source', cell: ({ source }) => <JobSource guildId={guildId} source={source} /> },
  { name: 'Attempts', isWide: true, cell: attemptsLabel },
  {
    name: 'Created',
    sort: { by: 'created_at', first: 'desc' },
    sorted: 'desc',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

/** Returns the error of a job, or the earliest time of its next attempt. */
function noteOf({ error, state, run_at, created_at }: Job) {
  if (error)
    return (
      <span className="text-stop">
        {error.message} ({error.code})
      </span>
    )
  if (state !== 'queued' || run_at <= created_at) return null
  return (
    <>
      Not before <Timestamp at={run_at} />
    </>
  )
}

type Props = { jobs: Job[]; list: ListState; guildId: string; refusal: FormRefusal | undefined }

/** Renders a guild's jobs, each with its source, state, error and actions. */
export const JobList = ({ jobs, list, guildId, refusal }: Props) => (
  <ListTable
    label="Jobs"
    list={list}
    rows={jobs}
    columns={columnsOf(guildId)}
    keyOf={({ id }) => id}
    note={noteOf}
    actions={(job) => (
      <JobActions job={job} name={`${actionLabels[job.type].name}, ${job.id}`} refusal={refusal} />
    )}
  />
)
