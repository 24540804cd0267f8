import type { Automation } from '#app/features/automations/schema.ts'
import { templates } from '#app/features/automations/templates.ts'
import { describeAutomation } from '#app/features/automations/describe.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'
import { itemVerbs } from '#app/features/actions/item-bulk.ts'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'

const states = {
  draft: { words: 'Draft, never enabled', ink: 'text-muted' },
  active: { words: 'Enabled', ink: 'text-go' },
  paused: { words: 'Disabled', ink: 'text-muted' },
  error: { words: 'Enabled, last run failed', ink: 'text-stop' },
} as const

const columnsOf = (base: string): Column<Automation>[] => [
  {
    name: 'Name',
    sort: { by: 'name', first: 'asc' },
    sorted: 'asc',
    cell: ({ id, name }) => (
      <a href={`${base}/${id}`} className="link">
        {name}
      </a>
    ),
  },
  {
    name: 'Status',
    isState: true,
    cell: ({ status }) => <Chip ink={states[status].ink}>{states[status].words}</Chip>,
  },
  {
    name: 'Runs',
    sort: { by: 'run_count', first: 'desc' },
    cell: (automation) => <RunsLink automation={automation} base={base} />,
  },
  {
    name: 'Last run',
    sort: { by: 'last_triggered_at', first: 'desc' },
    cell: ({ last_triggered_at }) => last_triggered_at && <RelativeTime at={last_triggered_at} />,
  },
  {
    name: 'Next run',
    sort: { by: 'next_run_at', first: 'asc' },
    isWide: true,
    cell: ({ next_run_at }) => next_run_at && <RelativeTime at={next_run_at} />,
  },
]

type Props = { base: string; automations: Automation[]; list: ListState; done: unknown }

/** Renders a guild's automations, with their descriptions, statuses and switches. Automations can be selected. */
export const AutomationList = ({ base, automations, list, done }: Props) => (
  <Selection verbs={itemVerbs('Yes, also delete their run history.')} done={done}>
    <ListTable
      label="Automations"
      list={list}
      rows={automations}
      columns={columnsOf(base)}
      keyOf={({ id }) => id}
      pickAll={<SelectAll />}
      pick={({ id, version, name }) => <SelectRow of={id} value={version} label={name} />}
      note={(automation) => (
        <>
          <p className="truncate">{describeAutomation(automation)}</p>
          <LastError automation={automation} />
        </>
      )}
      controls={{
        name: 'Enabled',
        cell: ({ id, version, enabled, name }) => (
          <Switch id={id} version={version} enabled={enabled} label={name} />
        ),
      }}
    />
  </Selection>
)

function RunsLink({ automation, base }: { automation: Automation; base: string }) {
  const { id, run_count, failure_count } = automation
  return (
    <a href={`${base}/${id}/runs`} className="link inline-block py-0.5">
      {formatAmount(run_count, 'run', 'runs')}
      {failure_count > 0 && `, ${formatInteger(failure_count)} failed`}
    </a>
  )
}

const LastError = ({ automation: { last_error } }: { automation: Automation }) =>
  last_error && (
    <p className="mt-1 text-stop">
      {last_error.message} <span className="text-muted">({last_error.code})</span>
    </p>
  )

/** Renders the status of an automation: state, number of runs, next run and last error. */
export function AutomationStatus({ automation, base }: { automation: Automation; base: string }) {
  const { status, last_triggered_at, next_run_at } = automation
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <span className={`font-semibold ${states[status].ink}`}>{states[status].words}</span>
        <RunsLink automation={automation} base={base} />
        {last_triggered_at && (
          <span>
            last run <RelativeTime at={last_triggered_at} />
          </span>
        )}
        {next_run_at && (
          <span>
            next run <RelativeTime at={next_run_at} />
          </span>
        )}
      </p>
      <LastError automation={automation} />
    </>
  )
}

/** Renders the empty state of the list, with an introduction to automations and three templates. */
export function AutomationsEmptyState({ base }: { base: string }) {
  return (
    <section aria-labelledby="begin">
      <h2 id="begin" className="text-3xl">
        Start with a template
      </h2>
      <p className="mt-2 max-w-2xl text-soft">
        An automation reacts to events in your server, such as a new member or a message. Choose a template
        and fill in the details. Nothing runs until you enable the automation.
      </p>
      <TemplateList base={base} slugs={['welcome', 'invitations', 'weekly']} />
      <p className="mt-6">
        <a href={`${base}/new`} className="link inline-block py-0.5">
          See all templates or start with an empty automation
        </a>
      </p>
    </section>
  )
}

/** Renders a list of templates that link to the editor. */
export function TemplateList({ base, slugs }: { base: string; slugs?: readonly string[] }) {
  const shown = templates.filter(({ slug }) => !slugs || slugs.includes(slug))
  return (
    <ul className="mt-5 grid max-w-4xl gap-4 sm:grid-cols-2">
      {shown.map(({ slug, about, input }) => (
        <li key={slug} className="border-[1.5px] border-edge bg-raised p-5">
          <h3 className="text-2xl">
            <a href={`${base}/new?from=${slug}`} className="link inline-block">
              {input.name}
            </a>
          </h3>
          <p className="mt-1">{about}</p>
          <p className="mt-2 text-[0.9375rem] text-muted">{describeAutomation(input)}</p>
        </li>
      ))}
    </ul>
  )
}
