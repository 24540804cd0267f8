import type { Issue } from '#app/errors.ts'
import type { Component } from '#app/features/commands/components.ts'
import { DraftSelect, DraftText } from '#app/ui/forms/draft-fields.tsx'
import { Rows } from '#app/ui/forms/rows.tsx'

type Props = {
  value: Component[]
  onChange(value: Component[]): void
  path: string
  issues: readonly Issue[]
  /** The commands of the guild, one of which a control may run. */
  commands: readonly string[]
}
type Of<K extends Component['kind']> = Extract<Component, { kind: K }>

const styles = [
  { value: 'primary', name: 'Blurple' },
  { value: 'secondary', name: 'Grey' },
  { value: 'success', name: 'Green' },
  { value: 'danger', name: 'Red' },
] as const

const eventHint = 'Names it in the event that a press causes, so that automations can wait for it.'

/** The buttons, links and selects under an answer. */
export function ComponentsEditor({ value, onChange, path, issues, commands }: Props) {
  const free = (kind: string) => {
    const taken = new Set(value.map((one) => ('id' in one ? one.id : '')))
    let number = 1
    while (taken.has(`${kind}-${number}`)) number++
    return `${kind}-${number}`
  }
  const adds: { name: string; make(): Component }[] = [
    {
      name: 'Add a button',
      make: () => ({ kind: 'button', id: free('button'), label: '', style: 'secondary', runs: null }),
    },
    { name: 'Add a link', make: () => ({ kind: 'link', label: '', url: 'https://' }) },
    {
      name: 'Add a select',
      make: () => ({
        kind: 'select',
        id: free('select'),
        placeholder: null,
        options: [choice()],
        runs: null,
      }),
    },
  ]
  return (
    <>
      <datalist id="commands-of-guild">
        {commands.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Rows
        legend="Controls"
        noun="control"
        rows={value}
        onChange={onChange}
        adds={adds}
        most={25}
        path={path}
        issues={issues}
        nameOf={(one) => `${one.kind} ${'label' in one ? one.label : one.id}`}
      >
        {(one, change, row) =>
          one.kind === 'select' ? (
            <SelectFields one={one} change={change} row={row} issues={issues} />
          ) : (
            <ButtonFields one={one} change={change} row={row} issues={issues} />
          )
        }
      </Rows>
    </>
  )
}

const choice = () => ({ label: '', value: '', description: null })

type Fields<T> = { one: T; change(one: Component): void; row: string; issues: readonly Issue[] }

function ButtonFields({ one, change, row, issues }: Fields<Of<'button'> | Of<'link'>>) {
  const at = (name: string) => ({ path: `${row}.${name}`, issues })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText
        label="Label"
        value={one.label}
        onChange={(label) => change({ ...one, label })}
        {...at('label')}
      />
      {one.kind === 'link' ? (
        <DraftText
          label="Address"
          kind="url"
          value={one.url}
          onChange={(url) => change({ ...one, url })}
          {...at('url')}
        />
      ) : (
        <>
          <DraftSelect
            label="Colour"
            value={one.style}
            onChange={(style) => change({ ...one, style })}
            options={styles}
            {...at('style')}
          />
          <Identity one={one} change={change} row={row} issues={issues} />
        </>
      )}
    </div>
  )
}

/** What a control is called in events, and the command that it runs. */
function Identity<T extends Of<'button'> | Of<'select'>>({ one, change, row, issues }: Fields<T>) {
  return (
    <>
      <DraftText
        label="Id"
        hint={eventHint}
        value={one.id}
        onChange={(id) => change({ ...one, id })}
        path={`${row}.id`}
        issues={issues}
      />
      <DraftText
        label="Runs a command (optional)"
        hint="The name of a command of this server, without the slash."
        list="commands-of-guild"
        value={one.runs ?? ''}
        onChange={(runs) => change({ ...one, runs: runs || null })}
        path={`${row}.runs`}
        issues={issues}
      />
    </>
  )
}

function SelectFields({ one, change, row, issues }: Fields<Of<'select'>>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftText
          label="What it says at first (optional)"
          value={one.placeholder ?? ''}
          onChange={(placeholder) => change({ ...one, placeholder: placeholder || null })}
          path={`${row}.placeholder`}
          issues={issues}
        />
        <Identity one={one} change={change} row={row} issues={issues} />
      </div>
      <Rows
        legend="What can be selected"
        noun="entry"
        rows={one.options}
        onChange={(options) => change({ ...one, options })}
        adds={[{ name: 'Add an entry', make: choice }]}
        most={25}
        path={`${row}.options`}
        issues={issues}
        nameOf={({ label }) => label}
      >
        {(entry, set, place) => (
          <div className="grid gap-4 sm:grid-cols-3">
            {(['label', 'value', 'description'] as const).map((name) => (
              <DraftText
                key={name}
                label={entryLabels[name]}
                value={entry[name] ?? ''}
                onChange={(text) => set({ ...entry, [name]: name === 'description' && !text ? null : text })}
                path={`${place}.${name}`}
                issues={issues}
              />
            ))}
          </div>
        )}
      </Rows>
    </>
  )
}

const entryLabels = { label: 'Label', value: 'Value', description: 'More (optional)' }
