import { Form } from '@remix-run/react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatInteger } from '#app/primitives/count.ts'

type Verb = {
  value: string
  name: string
  /** Text of the button in the confirmation. The default is the name with “selected”. */
  button?: string
  isDangerous?: boolean
  /** Text of the checkbox that confirms a permanent action. */
  confirm?: string
}

type Props = {
  /** Actions for the selected rows, sent as the field `act`. */
  verbs: readonly Verb[]
  /** Page that handles the form, if not the current page. */
  action?: string
  /** Result of the last action. A new result clears the selection. */
  done: unknown
  children: ReactNode
}

/** Id of the form of the selected rows. Rows can contain forms of their own, so the form does not contain the rows. */
const FORM_ID = 'selection'

/**
 * Renders a list whose rows can be selected, with a bar that counts the selected rows and acts on them. Escape clears
 * the selection. Without scripts, the bar is always visible.
 */
export function Selection({ verbs, action, done, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [count, setCount] = useState(0)
  // Joined, so that an unchanged value renders nothing.
  const [unusable, setUnusable] = useState('')

  function recount() {
    const boxes = boxesIn(form.current)
    const checked = boxes.filter((box) => box.checked)
    const selected = checked.length
    const all = document.querySelector<HTMLInputElement>('[data-select-all]')
    if (all) {
      all.checked = selected > 0 && selected === boxes.length
      all.indeterminate = selected > 0 && selected < boxes.length
    }
    setCount(selected)
    const applies = ({ value }: Verb) => !selected || checked.some((box) => takesVerb(box, value))
    setUnusable(verbs.flatMap((verb) => (applies(verb) ? [] : [verb.value])).join(' '))
  }

  function selectAll(isSelected: boolean) {
    for (const box of boxesIn(form.current)) box.checked = isSelected
    recount()
  }

  useEffect(() => {
    if (!done) return
    form.current?.reset()
    for (const box of boxesIn(form.current)) box.checked = false
    for (const details of form.current?.querySelectorAll('details') ?? []) details.open = false
  }, [done])
  // After each rendering: boxes that were checked before hydration count too, and an update changes rows.
  useEffect(recount)

  return (
    <div
      className="contents"
      onChange={({ target }: FormEvent) => {
        const isAll = target instanceof HTMLInputElement && target.dataset.selectAll !== undefined
        if (isAll) selectAll(target.checked)
        else recount()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && count > 0 && !closeConfirmation(form.current)) selectAll(false)
        // Enter in a checkbox would submit the form with its first action.
        if (event.key === 'Enter' && (event.target as HTMLElement).matches('input[type=checkbox]'))
          event.preventDefault()
      }}
    >
      {children}
      <Form id={FORM_ID} method="post" action={action} ref={form} preventScrollReset className="contents">
        <input type="hidden" name="intent" value="bulk" />
        <p role="status" className="sr-only">
          {count > 0 && `${formatInteger(count)} selected. Press Escape to clear.`}
        </p>
        <div className="selection-bar" data-empty={count === 0 ? '' : undefined}>
          <span aria-hidden="true" data-scripted className="mr-2 font-semibold">
            {formatInteger(count)} selected
          </span>
          <span data-unscripted className="mr-2 font-semibold">
            Selected items:
          </span>
          {verbs
            .filter(({ value }) => !unusable.split(' ').includes(value))
            .map((verb) => (
              <VerbButton key={verb.value} verb={verb} />
            ))}
          <button type="button" data-scripted className="link ml-2" onClick={() => selectAll(false)}>
            Clear selection
          </button>
        </div>
      </Form>
    </div>
  )
}

/** Closes the open confirmation and focuses its button. Returns false if no confirmation is open. */
function closeConfirmation(form: HTMLFormElement | null): boolean {
  const open = form?.querySelector<HTMLDetailsElement>('details[open]')
  if (!open) return false
  open.open = false
  open.querySelector('summary')?.focus()
  return true
}

/** Height in pixels that a confirmation needs below the bar. */
const CONFIRMATION_HEIGHT = 64

/** Marks a confirmation that fits below the bar, or whose bar is at the bottom of the window. */
function place(details: HTMLElement) {
  const bar = details.parentElement!
  const end = innerHeight - (Number.parseFloat(getComputedStyle(bar).bottom) || 0)
  const room = end - bar.getBoundingClientRect().bottom
  details.toggleAttribute('data-below', room >= CONFIRMATION_HEIGHT)
  details.toggleAttribute('data-stuck', room < 1)
}

function VerbButton({ verb }: { verb: Verb }) {
  const { value, name, isDangerous, confirm, button = `${name} selected` } = verb
  const className = isDangerous ? 'button danger' : 'button'
  const [isOpen, setIsOpen] = useState(false)
  const checkbox = useRef<HTMLInputElement>(null)
  if (confirm === undefined)
    return (
      <button type="submit" name="act" value={value} className={className} formNoValidate>
        {name}
      </button>
    )
  return (
    <details
      name="selection-confirmation"
      onClick={({ currentTarget }) => {
        if (!currentTarget.open) place(currentTarget)
      }}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open)
        if (!open && checkbox.current) checkbox.current.checked = false
      }}
    >
      <summary className={className}>{name}</summary>
      <p className="selection-confirmation">
        <label className="flex items-center gap-2">
          {/* A closed confirmation must not block the other actions. */}
          <input ref={checkbox} type="checkbox" name="sure" value="yes" required={isOpen} />
          {confirm}
        </label>
        <button type="submit" name="act" value={value} className={className}>
          {button}
        </button>
      </p>
    </details>
  )
}

const boxesIn = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.name.startsWith('pick:'),
  )

/** Checks whether an action applies to the row of a checkbox. */
const takesVerb = ({ dataset: { verbs } }: HTMLInputElement, verb: string) =>
  verbs === undefined || verbs.split(' ').includes(verb)

type RowProps = {
  /** Identifies the item. */
  of: string
  /** Value that the action needs, such as the version of the item. */
  value?: string | number
  label: string
  /** Actions that apply to the row. All apply by default. */
  verbs?: readonly string[]
}

/** Renders the checkbox that selects a row. */
export const SelectRow = ({ of, value = '', label, verbs }: RowProps) => (
  <label>
    <input type="checkbox" form={FORM_ID} name={`pick:${of}`} value={value} data-verbs={verbs?.join(' ')} />
    <span className="sr-only">Select {label}</span>
  </label>
)

/** Renders the checkbox that selects all rows of the page. Outside the header of a table, its label is visible. */
export const SelectAll = ({ isLabelled = false }) => (
  <label data-scripted className={isLabelled ? 'flex items-center gap-3' : undefined}>
    <input type="checkbox" data-select-all autoComplete="off" />
    <span className={isLabelled ? undefined : 'sr-only'}>Select all on this page</span>
  </label>
)
