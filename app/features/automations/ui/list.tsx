import type { Automation } from '#app/features/automations/schema.ts'
import { describeAutomation } from '#app/features/automations/describe.ts'
import { automationStates, LastError, RunsLink } from '#app/features/automations/ui/status.tsx'
import { TemplateList } from '#app/features/automations/ui/template-list.tsx'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { useDirectory } from '#app/ui/forms/directory.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'
import { itemVerbs } from '#app/features/actions/item-bulk.ts'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'

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
    cell: ({ status }) => <Chip ink={automationStates[status].ink}>{automationStates[status].words}</Chip>,
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
export function AutomationList({ base, automations, list, done }: Props) {
  const { labelOf } = useDirectory()
  return (
    <Selection verbs={itemVerbs('Yes, delete these automations and their runs.')} done={done}>
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
            <p className="md:truncate">{describeAutomation(automation, labelOf)}</p>
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
