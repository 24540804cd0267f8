import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useNamedFields, type Bound } from '#app/ui/forms/draft-fields.tsx'
import { hasIssueWithin, issueAt } from '#app/ui/forms/refusal.ts'
import { FieldMessages } from '#app/ui/forms/field-messages.tsx'
import { useFieldState, useFormState } from '#app/ui/forms/form-state.tsx'
import { editButton, Row, type RowDrag } from '#app/ui/forms/row.tsx'

type Props<T> = Omit<Bound<T[]>, 'value'> & {
  legend: string
  /** True if the section's heading already names the list. */
  hidesLegend?: boolean
  /** Singular noun for a row, such as `option`. */
  noun: string
  value: readonly T[]
  /** Kinds of rows that can be added, each with its own button. */
  adds: readonly { name: string; make(): T }[]
  most: number
  hint?: string
  /** Layout of the rows: open, as single lines, or as cards that open. */
  look?: 'open' | 'line' | 'card'
  /** Returns the name of a row, or an empty string for rows without a name. */
  nameOf?(row: T): string
  /** Returns the line that describes a card. */
  summaryOf?(row: T): ReactNode
  /** Checks whether a card is initially open. */
  startsOpen?(row: T, index: number): boolean
  children(row: Bound<T>): ReactNode
}

type FocusTarget = { row: number; at: 'first' | 'up' | 'down' | 'remove' } | { row: null; at: 'add' }

/**
 * Renders a list editor with buttons. Cards can also be dragged. Moves the focus after each action and announces the
 * action to screen readers.
 */
export function RowsEditor<T>({
  legend,
  hidesLegend,
  noun,
  value: rows,
  onChange,
  adds,
  most,
  path,
  issues,
  hint,
  look = 'open',
  nameOf,
  summaryOf,
  startsOpen,
  children,
}: Props<T>) {
  const id = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const [keys, setKeys] = useState(() => rows.map((_, index) => index))
  const [first] = useState(keys.length)
  const [said, setSaid] = useState('')
  const [aim, setAim] = useState<FocusTarget | null>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const form = useFormState()
  const list = useFieldState(path, issueAt(issues, path))
  const isNamed = useNamedFields()

  useEffect(() => {
    if (aim) targetOf(frame.current, id, aim)?.focus()
  }, [aim, id])

  const step = (next: T[], nextKeys: number[], words: string, then: FocusTarget) => {
    // The errors name positions, which have changed.
    form?.correct(path)
    setKeys(nextKeys)
    setSaid(words)
    setAim(then)
    onChange(next)
  }
  const add = (make: () => T) =>
    step(
      [...rows, make()],
      [...keys, Math.max(first - 1, ...keys) + 1],
      `Added ${noun} ${rows.length + 1}.`,
      {
        row: rows.length,
        at: 'first',
      },
    )
  const remove = (index: number) =>
    step(
      rows.filter((_, at) => at !== index),
      keys.filter((_, at) => at !== index),
      `Removed ${noun} ${index + 1}. ${rows.length - 1} left.`,
      rows.length > 1 ? { row: Math.min(index, rows.length - 2), at: 'remove' } : { row: null, at: 'add' },
    )
  const move = (from: number, to: number) =>
    step(moved(rows, from, to), moved(keys, from, to), `Moved to position ${to + 1} of ${rows.length}.`, {
      row: to,
      at: to < from ? 'up' : 'down',
    })
  const dragOf = (index: number): RowDrag => ({
    isTarget: drag !== null && drag.to === index && drag.from !== index,
    start(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', `${index + 1}`)
      setDrag({ from: index, to: index })
    },
    over(event: DragEvent) {
      if (!drag) return
      event.preventDefault()
      if (drag.to !== index) setDrag({ ...drag, to: index })
    },
    drop(event: DragEvent) {
      if (!drag) return
      event.preventDefault()
      setDrag(null)
      if (drag.from !== index) move(drag.from, index)
    },
    end: () => setDrag(null),
  })

  return (
    <fieldset
      ref={frame}
      id={isNamed ? list.id : undefined}
      className="min-w-0"
      aria-describedby={list.error && `${list.id}-list-error`}
    >
      <legend className={hidesLegend ? 'sr-only' : 'label'}>{legend}</legend>
      <div
        id={`${list.id}-list`}
        data-wrong={list.error ? true : undefined}
        tabIndex={list.error ? -1 : undefined}
      >
        <FieldMessages id={`${list.id}-list`} hint={hint} error={list.error} />
      </div>
      {rows.length > 0 && (
        <ol className={`mt-3 ${look === 'open' ? 'space-y-4' : 'space-y-2.5'}`}>
          {rows.map((row, index) => (
            <Row
              key={keys[index] ?? `more-${index}`}
              owner={id}
              path={path}
              index={index}
              count={rows.length}
              noun={noun}
              called={nameOf?.(row)}
              summary={summaryOf?.(row)}
              look={look}
              startsOpen={isNamed || (keys[index] ?? 0) >= first || (startsOpen?.(row, index) ?? false)}
              isWrong={hasIssueWithin(issues, `${path}.${index}`)}
              drag={dragOf(index)}
              move={(to) => move(index, to)}
              remove={() => remove(index)}
            >
              {children({
                value: row,
                onChange: (next) => onChange(rows.map((one, at) => (at === index ? next : one))),
                path: `${path}.${index}`,
                issues,
              })}
            </Row>
          ))}
        </ol>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {adds.map(({ name, make }) => (
          <button
            key={name}
            {...editButton(isNamed, `add ${path}`, `${list.id}-list`)}
            className="button small"
            data-tool={`${id}add`}
            disabled={rows.length >= most}
            onClick={isNamed ? undefined : () => add(make)}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </fieldset>
  )
}

function targetOf(frame: HTMLElement | null, id: string, aim: FocusTarget) {
  const selector =
    aim.at === 'first'
      ? `[data-row-fields="${id}${aim.row}"] :is(input, select, textarea, button)`
      : `[data-tool="${id}${aim.row ?? ''}${aim.at}"]`
  return frame?.querySelector<HTMLElement>(selector)
}

/** Returns the list with an item at another position. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
