import { eventLabel } from '#app/features/events/labels.ts'
import type { ListedRun } from '#app/features/automations/runs/runs.ts'
import type { AutomationRun } from '#app/features/jobs/runs/schema.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { EntryName, TextWithNames } from '#app/ui/forms/directory.tsx'
import { formatElapsed, RelativeTime, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'
import { OlderPages } from '#app/ui/feedback/pager.tsx'
import { listUrl, type ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { formatAmount } from '#app/primitives/count.ts'
import { AsJson, Disclosure } from '#app/ui/feedback/disclosure.tsx'

const columnsOf = (guildId: string): Column<ListedRun>[] => [
  {
    name: 'Trigger',
    cell: (run) => (
      <a href={`/admin/guilds/${guildId}/automations/${run.automation_id}/runs/${run.id}`} className="link">
        {titleOf(run)}
      </a>
    ),
  },
  {
    name: 'Automation',
    sort: { by: 'name', first: 'asc' },
    cell: ({ automation_id, name }) => (
      <a href={`/admin/guilds/${guildId}/automations/${automation_id}`} className="link">
        {name}
      </a>
    ),
  },
  {
    name: 'Outcome',
    isState: true,
    sort: { by: 'outcome', first: 'asc' },
    cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
  },
  {
    name: 'Steps',
    cell: ({ succeeded, steps }) => `${succeeded} of ${formatAmount(steps, 'step', 'steps')}`,
  },
  {
    name: 'Duration',
    isWide: true,
    cell: ({ started_at, finished_at }) =>
      finished_at ? formatElapsed(started_at, finished_at) : 'not finished',
  },
  {
    name: 'Started',
    sort: { by: 'started_at', first: 'desc' },
    sorted: 'desc',
    cell: ({ started_at }) => <RelativeTime at={started_at} />,
  },
]

type ListProps = {
  runs: ListedRun[]
  list: ListState
  next: string | null
  before: string | undefined
  guildId: string
  /** True for a list of one automation, which omits the column of the automation. */
  isOfOne?: boolean
}

/** Renders a page of runs with their triggers, outcomes and errors, and the links to other pages. */
export const RunList = ({ runs, list, next, before, guildId, isOfOne = false }: ListProps) => (
  <>
    <ListTable
      label="Runs"
      list={list}
      rows={runs}
      columns={columnsOf(guildId).filter(({ name }) => !isOfOne || name !== 'Automation')}
      keyOf={({ id }) => id}
      note={({ error }) => error && <span className="text-stop">{error.message}</span>}
    />
    <OlderPages
      isSorted={Boolean(list.sort)}
      newest={before ? listUrl(list) : null}
      older={next ? listUrl(list, { before: next }) : null}
    />
  </>
)

/** Returns the heading of a run with its trigger, such as “A member joins: Ada”. */
export function titleOf({ event }: Pick<AutomationRun, 'event'>): string {
  const { type, actor } = event as Partial<LoggedEvent>
  const what = eventLabel(String(type)).name
  return actor ? `${what}: ${actor.name || actor.id}` : what
}

/** Renders the channel, start, duration and error of a run. */
export function RunTimes({ run }: { run: AutomationRun }) {
  const { channel } = run.event as Partial<LoggedEvent>
  return (
    <>
      <p className="mt-1 text-muted">
        {channel && (
          <>
            In <EntryName kind="channel" id={channel.id} known={channel.name} />,{' '}
          </>
        )}
        <Timestamp at={run.started_at} precise />
        {run.finished_at ? `, took ${formatElapsed(run.started_at, run.finished_at)}` : ', not finished'}
      </p>
      {run.error && !run.steps.some(({ error }) => error?.message === run.error?.message) && (
        <p className="mt-1 font-semibold text-stop">
          <TextWithNames text={run.error.message} />
        </p>
      )}
    </>
  )
}

/** Renders the event that triggered a run, collapsed. */
export const RunEvent = ({ event }: Pick<AutomationRun, 'event'>) => (
  <Disclosure title="Full event">
    <AsJson label="Event as JSON" value={event} />
  </Disclosure>
)
