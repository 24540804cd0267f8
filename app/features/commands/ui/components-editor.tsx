import type { Component } from '#app/features/commands/components.ts'
import { bound, type Bound, DraftSelect, DraftText, orNull } from '#app/ui/forms/draft-fields.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'

type Props = Bound<Component[]> & {
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
export function ComponentsEditor({ commands, ...controls }: Props) {
  const free = (kind: string) => {
    const taken = new Set(controls.value.map((one) => ('id' in one ? one.id : '')))
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

const choice = () => ({ label: '', value: '', description: null })

function LinkFields(link: Bound<Of<'link'>>) {
  const at = bound(link)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Label" {...at('label')} />
      <DraftText label="Address" kind="url" {...at('url')} />
    </div>
  )
}

function ButtonFields(button: Bound<Of<'button'>>) {
  const at = bound(button)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Label" {...at('label')} />
      <DraftSelect label="Colour" options={styles} {...at('style')} />
      <Identity {...button} />
    </div>
  )
}

/** What a control is called in events, and the command that it runs. */
function Identity<T extends { id: string; runs: string | null }>(control: Bound<T>) {
  const at = bound(control)
  return (
    <>
      <DraftText label="Id" hint={eventHint} {...at('id')} />
      <DraftText
        label="Runs a command (optional)"
        hint="The name of a command of this server, without the slash."
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
        <DraftText label="What it says at first (optional)" {...at('placeholder', orNull)} />
        <Identity {...select} />
      </div>
      <RowsEditor
        {...at('options')}
        legend="What can be selected"
        noun="entry"
        adds={[{ name: 'Add an entry', make: choice }]}
        most={25}
        nameOf={({ label }) => label}
      >
        {(entry) => (
          <div className="grid gap-4 sm:grid-cols-3">
            <DraftText label="Label" {...bound(entry)('label')} />
            <DraftText label="Value" {...bound(entry)('value')} />
            <DraftText label="More (optional)" {...bound(entry)('description', orNull)} />
          </div>
        )}
      </RowsEditor>
    </>
  )
}
