import { Form } from '@remix-run/react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatInteger } from '#app/primitives/count.ts'

type Verb = { value: string; name: string; isDangerous?: boolean }

type Props = {
  intent: string
  /** Actions for the selected rows, sent as the field `act`. */
  verbs: readonly Verb[]
  /** Result of the last action. A new result clears the selection. */
  done: unknown
  children: ReactNode
}

/**
 * Renders a list whose rows can be selected, with a bar that counts the selected rows and acts on them. Escape clears
 * the selection. Without scripts, the bar is always visible.
 */
export function Selection({ intent, verbs, done, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [count, setCount] = useState(0)

  function recount() {
    const boxes = boxesIn(form.current)
    const selected = boxes.filter(({ checked }) => checked).length
    const all = form.current?.querySelector<HTMLInputElement>('[data-select-all]')
    if (all) {
      all.checked = selected > 0 && selected === boxes.length
      all.indeterminate = selected > 0 && selected < boxes.length
    }
    setCount(selected)
  }

  function selectAll(isSelected: boolean) {
    for (const box of boxesIn(form.current)) box.checked = isSelected
    recount()
  }

  // Boxes that were checked before hydration count too.
  useEffect(() => {
    if (done) for (const box of boxesIn(form.current)) box.checked = false
    recount()
  }, [done])

  return (
    <Form
      method="post"
      ref={form}
      preventScrollReset
      onChange={({ target }: FormEvent) => {
        const isAll = target instanceof HTMLInputElement && target.dataset.selectAll !== undefined
        if (isAll) selectAll(target.checked)
        else recount()
      }}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Escape' && count > 0) selectAll(false)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <p role="status" className="sr-only">
        {count > 0 && `${formatInteger(count)} selected. Press Escape to clear.`}
      </p>
      <div className="selection-bar" data-empty={count === 0 ? '' : undefined}>
        <span aria-hidden="true" data-scripted className="mr-2 font-semibold">
          {formatInteger(count)} selected
        </span>
        <span data-unscripted className="mr-2 font-semibold">
          Selected entries:
        </span>
        {verbs.map(({ value, name, isDangerous }) => (
          <button
            key={value}
            type="submit"
            name="act"
            value={value}
            className={isDangerous ? 'button danger' : 'button'}
          >
            {name}
          </button>
        ))}
        <button type="button" data-scripted className="link ml-2" onClick={() => selectAll(false)}>
          Clear selection
        </button>
      </div>
    </Form>
  )
}

const boxesIn = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]') ?? []),
]

/** Renders the checkbox that selects a row. */
export const SelectRow = ({
  name,
  value,
  label,
}: {
  name: string
  value: string | number
  label: string
}) => (
  <label>
    <input type="checkbox" name={name} value={value} />
    <span className="sr-only">Select {label}</span>
  </label>
)

/** Renders the checkbox that selects all rows of the page. */
export const SelectAll = () => (
  <label data-scripted>
    <input type="checkbox" data-select-all autoComplete="off" />
    <span className="sr-only">Select all on this page</span>
  </label>
)
