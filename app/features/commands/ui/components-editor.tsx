import type { Component } from '#app/features/commands/components.ts'
import { bound, type Bound, DraftSelect, DraftText, orNull } from '#app/ui/forms/draft-fields.tsx'
import { IdPicker } from '#app/ui/forms/id-picker.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { firstFreeId } from '#app/primitives/text.ts'

type Props = Bound<Component[]> & {
  /** Names of the guild's commands that a component can run. */
  commands: readonly string[]
}
type Of<K extends Component['kind']> = Extract<Component, { kind: K }>

const styles = [
  { value: 'primary', name: 'Blurple' },
  { value: 'secondary', name: 'Gray' },
  { value: 'success', name: 'Green' },
  { value: 'danger', name: 'Red' },
] as const

const eventHint = 'Identifies the control in events, for use in automations.'

const idleHint = ' Without a command, a click only triggers automations.'

/** Renders the editor for the buttons, links and selects in a response. */
export function ComponentsEditor({ commands, ...controls }: Props) {
  const free = (kind: string) => firstFreeId(kind, controls.value)
  const adds: { name: string; make(): Component }[] = [
    {
      name: 'Add button',
      make: () => ({
        kind: 'button',
        id: free('button'),
        label: '',
        emoji: null,
        style: 'secondary',
        runs: null,
      }),
    },
    { name: 'Add link', make: () => ({ kind: 'link', label: '', emoji: null, url: 'https://' }) },
    {
      name: 'Add select',
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
      <RowsEditor
        {...controls}
        legend="Controls"
        noun="control"
        adds={adds}
        most={25}
        nameOf={(one) => `${one.kind} ${'label' in one ? one.label : one.id}`}
      >
        {({ value, ...row }) =>
          value.kind === 'select' ? (
            <SelectFields {...row} value={value} />
          ) : value.kind === 'link' ? (
            <LinkFields {...row} value={value} />
          ) : (
            <ButtonFields {...row} value={value} />
          )
        }
      </RowsEditor>
    </>
  )
}

const choice = () => ({ label: '', value: '', description: null, emoji: null })

function LinkFields(link: Bound<Of<'link'>>) {
  const at = bound(link)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Label" {...at('label')} />
      <DraftText label="URL" kind="url" {...at('url')} />
      <EmojiField {...at('emoji')} />
    </div>
  )
}

function ButtonFields(button: Bound<Of<'button'>>) {
  const at = bound(button)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Label" {...at('label')} />
      <DraftSelect label="Color" options={styles} {...at('style')} />
      <EmojiField {...at('emoji')} />
      <Identity {...button} />
    </div>
  )
}

/** Renders the field for the emoji before a label. */
const EmojiField = ({ value, onChange, ...place }: Bound<string | null>) => (
  <IdPicker
    label="Emoji (optional)"
    kind="emoji"
    {...place}
    value={value ?? ''}
    onChange={(next) => onChange(next || null)}
  />
)

/** Renders the fields for a component's event id and the command to run. */
function Identity<T extends { id: string; runs: string | null }>(control: Bound<T>) {
  const at = bound(control)
  return (
    <>
      <DraftText label="Id" hint={eventHint} {...at('id')} />
      <DraftText
        label="Command to run (optional)"
        hint={`Name of a command in this server, without the slash.${control.value.runs ? '' : idleHint}`}
        list="commands-of-guild"
        {...at('runs', orNull)}
      />
    </>
  )
}

function SelectFields(select: Bound<Of<'select'>>) {
  const at = bound(select)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftText label="Placeholder (optional)" {...at('placeholder', orNull)} />
        <Identity {...select} />
      </div>
      <RowsEditor
        {...at('options')}
        legend="Select options"
        noun="option"
        adds={[{ name: 'Add option', make: choice }]}
        most={25}
        nameOf={({ label }) => label}
      >
        {(entry) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <DraftText label="Label" {...bound(entry)('label')} />
            <DraftText label="Value" {...bound(entry)('value')} />
            <DraftText label="Description (optional)" {...bound(entry)('description', orNull)} />
            <EmojiField {...bound(entry)('emoji')} />
          </div>
        )}
      </RowsEditor>
    </>
  )
}
