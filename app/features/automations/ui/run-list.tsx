import { eventLabel } from '#app/features/events/labels.ts'
import type { AutomationRun } from '#app/features/jobs/runs/schema.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { formatElapsed, RelativeTime, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { formatAmount } from '#app/primitives/count.ts'
import { AsJson, Disclosure } from '#app/ui/feedback/disclosure.tsx'

const columnsOf = (guildId: string): Column<AutomationRun>[] => [
  {
    name: 'Trigger',
    cell: (run) => (
      <a href={`/admin/guilds/${guildId}/automations/${run.automation_id}/runs/${run.id}`} className="link">
        {titleOf(run)}
      </a>
    ),
  },
  { name: 'Outcome', isState: true, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    name: 'Steps',
    cell: ({ steps }) =>
      `${steps.filter(({ outcome }) => outcome === 'succeeded').length} of ${formatAmount(steps.length, 'step', 'steps')}`,
  },
  {
    name: 'Duration',
    isWide: true,
    cell: ({ started_at, finished_at }) =>
      finished_at ? formatElapsed(started_at, finished_at) : 'not finished',
  },
  { name: 'Started', cell: ({ started_at }) => <RelativeTime at={started_at} /> },
]

/** Renders an automation's runs, newest first, with their triggers, outcomes and errors. */
export const RunList = ({ runs, guildId }: { runs: AutomationRun[]; guildId: string }) => (
  <ListTable
    label="Runs"
    rows={runs}
    columns={columnsOf(guildId)}
    keyOf={({ id }) => id}
    note={({ error }) =>
      error && (
        <span className="text-stop">
          {error.message} ({error.code})
        </span>
      )
    }
  />
)

/** Returns the heading of a run with its trigger, such as “A member joins: Ada”. */
export function titleOf({ event }: AutomationRun): string {
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
        {channel && `In #${channel.name || channel.id}, `}
        <Timestamp at={run.started_at} precise />
        {run.finished_at ? `, took ${formatElapsed(run.started_at, run.finished_at)}` : ', not finished'}
      </p>
      {run.error && !run.steps.some(({ error }) => error?.message === run.error?.message) && (
        <p className="mt-1 font-semibold text-stop">
          {run.error.message} <span className="font-normal text-muted">({run.error.code})</span>
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
