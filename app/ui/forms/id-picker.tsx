import { X } from 'lucide-react'
import { Combobox, type ComboboxChoice } from '#app/ui/forms/combobox.tsx'
import { directoryKinds, idInText, useDirectory, type DirectoryKind } from '#app/ui/forms/directory.tsx'
import type { Draft } from '#app/ui/forms/draft-fields.tsx'
import { Labelled } from '#app/ui/forms/field-messages.tsx'
import { issueAt } from '#app/ui/forms/refusal.ts'

/** Returns the choices for a kind, and the texts of its combobox. */
function usePicker(kind: DirectoryKind) {
  const { directory, nameOf } = useDirectory()
  const { noun, sign } = directoryKinds[kind]
  const choices = directory[kind].map(({ id, name, note }) => ({
    value: id,
    name: name ? `${sign}${name}` : id,
    note,
  }))
  return {
    choices,
    nameOf: (id: string) => nameOf(kind, id),
    empty: `No ${noun}s match. Paste an id from Discord.`,
    placeholder: choices.length ? `Choose a ${noun}` : `Paste the id of a ${noun}`,
    choiceOf(text: string): ComboboxChoice | undefined {
      const id = idInText(text)
      return id ? { value: id, name: nameOf(kind, id), note: 'pasted id' } : undefined
    },
  }
}

type PickerProps = Draft<string> & { kind: DirectoryKind }

/** Renders a field for a channel, role or member: a list of the known entries, or a pasted id. */
export function IdPicker({ kind, value, onChange, path, issues, required: _, ...labelled }: PickerProps) {
  const { nameOf, ...picker } = usePicker(kind)
  return (
    <Labelled {...labelled} path={path} error={issueAt(issues, path)} className="min-w-0">
      {(id, aria) => (
        <Combobox
          id={id}
          aria={aria}
          {...picker}
          text={value && nameOf(value)}
          className="mt-1.5"
          onChoose={onChange}
          onLeave={(text) => onChange(text.trim())}
        />
      )}
    </Labelled>
  )
}

type ListProps = Draft<readonly string[]> & { kind: DirectoryKind }

/** Renders a field for several channels, roles or members. */
export function IdListPicker({ kind, value, onChange, path, issues, required: _, ...labelled }: ListProps) {
  const { nameOf, choices, ...picker } = usePicker(kind)
  const add = (id: string) => onChange([...new Set([...value, id])])
  return (
    <Labelled {...labelled} path={path} error={issueAt(issues, path)} className="min-w-0">
      {(id, aria) => (
        <>
          <Chips
            of={value.map((one) => ({ value: one, name: nameOf(one) }))}
            onRemove={(gone) => onChange(value.filter((one) => one !== gone))}
          />
          <Combobox
            id={id}
            aria={aria}
            {...picker}
            choices={choices.filter((one) => !value.includes(one.value))}
            text=""
            className="mt-1.5"
            onChoose={add}
            onLeave={(text) => text.trim() && add(text.trim())}
          />
        </>
      )}
    </Labelled>
  )
}

type ChipsProps = { of: readonly ComboboxChoice[]; onRemove(value: string): void; label?: string }

/** Renders chosen values, each with a button that removes the value. */
export function Chips({ of, onRemove, label = 'Chosen' }: ChipsProps) {
  if (!of.length) return null
  return (
    <ul aria-label={label} className="mt-1 flex flex-wrap gap-1.5">
      {of.map(({ value, name }) => (
        <li
          key={value}
          className="inline-flex min-h-8 items-center border border-rim bg-sign pl-2.5 text-on-sign"
        >
          {name}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            className="grid size-8 place-items-center"
            onClick={({ currentTarget }) => {
              focusAdder(currentTarget.closest('ul')!.parentElement!)
              onRemove(value)
            }}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Focuses the field or the button that adds values, after the next paint. */
export const focusAdder = (frame: Element) =>
  requestAnimationFrame(() => frame.querySelector<HTMLElement>('[role=combobox], [data-adds]')?.focus())
