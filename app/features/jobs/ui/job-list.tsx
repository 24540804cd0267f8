import { actionLabels } from '#app/features/actions/config-fields.ts'
import type { Job } from '#app/features/jobs/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { isActionable, JobActions, jobVerbs } from '#app/features/jobs/ui/job-actions.tsx'
import { jobName, JobSource } from '#app/features/jobs/ui/describe-job.tsx'
import { useSite } from '#app/ui/layout/root-data.ts'
import { Timestamp, RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'
import { pick } from '#app/primitives/objects.ts'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'

/** Job in a list, with only the fields that the list shows, because a list can have many rows. */
export type ListedJob = Pick<
  Job,
  'id' | 'type' | 'state' | 'source' | 'attempt' | 'max_attempts' | 'created_at'
> &
  Partial<Pick<Job, 'error' | 'run_at' | 'cancel_requested_at'>> & { isReplayable?: boolean }

/** Returns the fields of a job that a list shows. */
export const listedJob = (
  { error, run_at, cancel_requested_at, ...job }: Job,
  isReplayable: boolean,
): ListedJob => ({
  ...pick(job, ['id', 'type', 'state', 'source', 'attempt', 'max_attempts', 'created_at']),
  ...(error && { error }),
  ...(job.state === 'queued' && { run_at }),
  ...(cancel_requested_at && { cancel_requested_at }),
  ...(isReplayable && { isReplayable }),
})

const columnsOf = (guildId: string): Column<ListedJob>[] => [
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
  {
    name: 'Attempts',
    isWide: true,
    cell: ({ attempt, max_attempts }) => `${attempt} of ${max_attempts}`,
  },
  {
    name: 'Created',
    sort: { by: 'created_at', first: 'desc' },
    sorted: 'desc',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

/** Returns the error of a job, or the earliest time of its next attempt. */
function noteOf({ error, run_at, created_at }: ListedJob) {
  if (error) return <span className="text-stop">{error.message}</span>
  if (!run_at || run_at <= created_at) return null
  return (
    <>
      Not before <Timestamp at={run_at} />
    </>
  )
}

type Props = {
  jobs: ListedJob[]
  list: ListState
  guildId: string
  refusal: FormRefusal | undefined
  /** Result of the last action on selected jobs. */
  done: unknown
}

/** Renders a guild's jobs, each with its source, state, error and actions. Jobs with an action can be selected. */
export function JobList({ jobs, list, guildId, refusal, done }: Props) {
  const { time_zone } = useSite()
  return (
    <Selection verbs={jobVerbs} done={done}>
      <ListTable
        label="Jobs"
        list={list}
        rows={jobs}
        columns={columnsOf(guildId)}
        keyOf={({ id }) => id}
        pickAll={<SelectAll />}
        pick={(job) =>
          isActionable(job) && (
            <SelectRow
              of={job.id}
              label={jobName(job, time_zone)}
              verbs={[job.isReplayable ? 'replay' : 'cancel']}
            />
          )
        }
        note={noteOf}
        actions={(job) => <JobActions job={job} name={jobName(job, time_zone)} refusal={refusal} />}
      />
    </Selection>
  )
}
