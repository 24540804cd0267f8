import type { Command } from '#app/features/commands/schema.ts'
import { commandLabel, registrationLabel, typeNames } from '#app/features/commands/labels.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'
import { itemVerbs } from '#app/features/actions/item-bulk.ts'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

const columnsOf = (base: string): Column<Command>[] => [
  {
    name: 'Name',
    sort: { by: 'name', first: 'asc' },
    sorted: 'asc',
    cell: (command) => (
      <a href={`${base}/${command.id}`} className="link">
        {commandLabel(command)}
      </a>
    ),
  },
  { name: 'Type', isWide: true, sort: { by: 'type', first: 'asc' }, cell: ({ type }) => typeNames[type] },
  {
    name: 'Registration',
    isState: true,
    cell(command) {
      const { words, ink } = registrationLabel(command)
      return <Chip ink={ink}>{words}</Chip>
    },
  },
  {
    name: 'Uses',
    sort: { by: 'use_count', first: 'desc' },
    cell: ({ use_count, error_count }) => (
      <>
        {formatAmount(use_count, 'use', 'uses')}
        {error_count > 0 && <span className="text-stop">, {formatInteger(error_count)} failed</span>}
      </>
    ),
  },
  {
    name: 'Last used',
    sort: { by: 'last_used_at', first: 'desc' },
    cell: ({ last_used_at }) => last_used_at && <RelativeTime at={last_used_at} />,
  },
]

type Props = { base: string; commands: Command[]; list: ListState; done: unknown }

/** Renders the list of commands, each with an editor link and a switch. Commands can be selected. */
export const CommandList = ({ base, commands, list, done }: Props) => (
  <Selection verbs={itemVerbs('Yes, delete these commands.')} done={done}>
    <ListTable
      label="Commands"
      list={list}
      rows={commands}
      columns={columnsOf(base)}
      keyOf={({ id }) => id}
      pickAll={<SelectAll />}
      pick={(command) => <SelectRow of={command.id} value={command.version} label={commandLabel(command)} />}
      note={({ description }) => description || 'Opens from a menu in Discord.'}
      controls={{
        name: 'Enabled',
        cell: (command) => (
          <Switch
            id={command.id}
            version={command.version}
            enabled={command.enabled}
            label={commandLabel(command)}
          />
        ),
      }}
    />
  </Selection>
)

/** Renders an introduction to commands for a guild without commands. */
export function CommandsEmptyState({ base }: { base: string }) {
  return (
    <div className="max-w-2xl text-soft">
      <p>
        There are no commands yet. Members type a slash and the name of a command, and the bot responds. Write
        the response here, preview it, and register the command with Discord.
      </p>
      <p className="mt-5">
        <a href={`${base}/new`} className="finger">
          Create your first command
        </a>
      </p>
      <p className="mt-6">Or create a demo server with commands and automations:</p>
      <Terminal lines={['npm run -s signpost -- seed demo']} />
    </div>
  )
}
