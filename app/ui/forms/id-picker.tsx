import type { ReactNode } from 'react'
import { TriangleAlert, X } from 'lucide-react'
import { Combobox, type ComboboxChoice } from '#app/ui/forms/combobox.tsx'
import { DirectoryIcon } from '#app/ui/forms/directory-icon.tsx'
import {
  directoryKinds,
  directoryWarning,
  FORUM_TYPE,
  idInText,
  signedName,
  useDirectory,
  type DirectoryEntry,
  type DirectoryKind,
  type DirectoryNeed,
} from '#app/ui/forms/directory.tsx'
import { useNamedFields, type Draft } from '#app/ui/forms/draft-fields.tsx'
import { Options } from '#app/ui/forms/field.tsx'
import { Labelled } from '#app/ui/forms/field-messages.tsx'
import { useMemberSearch } from '#app/ui/forms/member-search.ts'
import { issueAt } from '#app/ui/forms/refusal.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { customEmoji, isUnicodeEmoji } from '#app/primitives/emoji.ts'

type Picked = {
  kind: DirectoryKind
  /** Permission that the bot needs for the chosen entry. */
  needs?: DirectoryNeed | undefined
}

/** Returns the choices for a kind, and the texts of its combobox. */
function usePicker({ kind, needs }: Picked) {
  const { directory, entryOf, nameOf: knownName } = useDirectory()
  const { found, search } = useMemberSearch(kind === 'user' ? directory.searchUrl : null)
  const blockOf = (entry: DirectoryEntry | undefined) => (needs ? entry?.blocks?.[needs] : undefined)
  const foundNames = new Map(found.map((entry) => [entry.id, entry]))
  const entries = [...directory[kind].filter(({ id }) => !foundNames.has(id)), ...found]
  const choices = entries.flatMap((entry): ComboboxChoice[] => {
    const { id, name, note, isDeleted } = entry
    const block = blockOf(entry)
    if (isDeleted || (needs === 'reply' && entry.type !== FORUM_TYPE)) return []
    return [
      {
        value: kind === 'emoji' ? `${name}:${id}` : id,
        name: name ? signedName(kind, name) : id,
        note: block ? block.reason : note,
        icon: <DirectoryIcon kind={kind} entry={entry} />,
        isDisabled: block?.final,
      },
    ]
  })
  const nameOf = (id: string) => {
    const name = foundNames.get(id)?.name
    return name ? signedName(kind, name) : knownName(kind, id)
  }
  /** Returns a warning about a chosen entry, or undefined. */
  const warningOf = (id: string) => {
    const entry = entryOf(kind, id)
    return entry && directoryWarning(kind, entry, needs)
  }
  const { asOf } = directory
  return {
    choices,
    nameOf,
    warningOf,
    /** Returns the hint of the field, with the age of the names if no runner updates them. */
    hintOf(hint: string | undefined) {
      if (!asOf || kind === 'user') return hint
      const age = `No runner is connected, so the list is from ${formatTimestamp(asOf)}.`
      return [hint, kind === 'emoji' ? age : `${age} Paste the id of a newer ${directoryKinds[kind].noun}.`]
        .filter(Boolean)
        .join(' ')
    },
    combobox: {
      ...textsOf(kind, choices.length > 0 || directory.searchUrl !== null),
      onType: search,
      choiceOf(text: string): ComboboxChoice | undefined {
        if (kind === 'emoji') return emojiChoice(text, nameOf)
        const id = idInText(text)
        return id ? { value: id, name: nameOf(id), note: 'pasted id' } : undefined
      },
    },
  }
}

/** Returns the texts of a combobox with and without known entries. */
function textsOf(kind: DirectoryKind, isKnown: boolean) {
  const { noun, plural } = directoryKinds[kind]
  if (kind === 'emoji')
    return {
      empty: 'No custom emojis match. Type an emoji such as 👍.',
      placeholder: isKnown ? 'Choose or type an emoji' : 'Type an emoji such as 👍',
    }
  return {
    empty: `No ${plural} match. Paste an id from Discord.`,
    placeholder: isKnown ? `Choose a ${noun}` : `Paste the id of a ${noun}`,
  }
}

/** Returns the choice for a typed Unicode emoji, or a custom emoji in a format of Discord. */
function emojiChoice(text: string, nameOf: (value: string) => string): ComboboxChoice | undefined {
  const custom = customEmoji(text)
  if (custom) return { value: custom.value, name: nameOf(custom.value), note: 'custom emoji' }
  const typed = text.trim()
  return isUnicodeEmoji(typed) ? { value: typed, name: typed, note: 'emoji' } : undefined
}

type Picker = ReturnType<typeof usePicker>
type Control = Parameters<Parameters<typeof Labelled>[0]['children']>
type FrameProps = Omit<Draft<unknown>, 'value' | 'onChange'> &
  Picked & { children: (picker: Picker, ...control: Control) => ReactNode }

/** Renders the label, hint and error of a picker around its control. */
function PickerFrame({ kind, needs, path, issues, required: _, hint, children, ...labelled }: FrameProps) {
  const picker = usePicker({ kind, needs })
  return (
    <Labelled
      {...labelled}
      hint={picker.hintOf(hint)}
      path={path}
      error={issueAt(issues, path)}
      className="min-w-0"
    >
      {(...control) => children(picker, ...control)}
    </Labelled>
  )
}

/** Renders a field for a channel, category, role, member or emoji: a list of the known entries, or a pasted id. */
export function IdPicker({ value, onChange, ...rest }: Draft<string> & Picked) {
  const isNamed = useNamedFields()
  const { kind, path } = rest
  return (
    <PickerFrame {...rest}>
      {({ choices, nameOf, warningOf, combobox }, id, aria) => (
        <>
          {isNamed ? (
            <PlainPicker {...{ id, aria, kind, choices, nameOf, value }} name={path} />
          ) : (
            <Combobox
              id={id}
              aria={aria}
              {...combobox}
              choices={choices}
              text={value && nameOf(value)}
              className="mt-1.5"
              onChoose={onChange}
              onLeave={(text) => onChange(text.trim())}
            />
          )}
          {/* An error already says what is wrong. */}
          {!issueAt(rest.issues, path) && <Warnings of={[warningOf(value)]} />}
        </>
      )}
    </PickerFrame>
  )
}

/** Renders a field for several channels, categories, roles or members. */
export function IdListPicker({ value, onChange, ...rest }: Draft<readonly string[]> & Picked) {
  const isNamed = useNamedFields()
  const { kind, path, label } = rest
  const add = (id: string) => onChange([...new Set([...value, id])])
  return (
    <PickerFrame {...rest}>
      {({ choices, nameOf, warningOf, combobox }, id, aria) => (
        <>
          {isNamed ? (
            [...value, ''].map((one, index) => (
              <PlainPicker
                key={index}
                {...{ kind, choices, nameOf }}
                id={index === value.length ? id : undefined}
                aria={index === value.length ? aria : { 'aria-label': label }}
                name={`${path}.${index}`}
                value={one}
              />
            ))
          ) : (
            <>
              <Chips
                of={value.map((one) => ({ value: one, name: nameOf(one) }))}
                onRemove={(gone) => onChange(value.filter((one) => one !== gone))}
              />
              <Combobox
                id={id}
                aria={aria}
                {...combobox}
                choices={choices.map((one) =>
                  value.includes(one.value) ? { ...one, note: 'already chosen', isDisabled: true } : one,
                )}
                text=""
                className="mt-1.5"
                onChoose={add}
                onLeave={(text) => text.trim() && add(text.trim())}
              />
            </>
          )}
          <Warnings
            of={value.map((one) => {
              const warning = warningOf(one)
              return warning && `${nameOf(one)}: ${warning}`
            })}
          />
        </>
      )}
    </PickerFrame>
  )
}

/** Entries that a list without scripts offers. Above this, the page would be too large with many fields. */
const MOST_PLAIN_CHOICES = 100

type PlainProps = Pick<Picker, 'choices' | 'nameOf'> & {
  kind: DirectoryKind
  id: string | undefined
  aria: Control[1] | { 'aria-label': string }
  name: string
  value: string
}

/** Renders a picker without scripts: a list of the reported entries, or a text field for an id or an emoji. */
function PlainPicker({ kind, id, aria, name, choices, nameOf, value }: PlainProps) {
  const { searchUrl, asOf } = useDirectory().directory
  const field = { id, ...aria, name, defaultValue: value, className: 'input mt-1.5' }
  const isListed = searchUrl !== null && !asOf && kind !== 'emoji' && kind !== 'user'
  if (!isListed || choices.length === 0 || choices.length > MOST_PLAIN_CHOICES)
    return <input {...field} autoComplete="off" placeholder={textsOf(kind, false).placeholder} />
  const offered = choices.filter((one) => !one.isDisabled)
  const isKnown = !value || offered.some((one) => one.value === value)
  return (
    <select {...field}>
      <Options
        of={[
          { value: '', name: textsOf(kind, true).placeholder },
          ...(isKnown ? [] : [{ value, name: nameOf(value) }]),
          ...offered,
        ]}
      />
    </select>
  )
}

/** Renders warnings about the chosen entries. They do not prevent saving. */
const Warnings = ({ of }: { of: readonly (string | undefined)[] }) => (
  <div role="status">
    {of.filter(Boolean).map((warning) => (
      <p key={warning} className="mt-1 flex gap-1.5 text-sm font-semibold text-soft">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {warning}
      </p>
    ))}
  </div>
)

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
