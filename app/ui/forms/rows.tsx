import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { Bound } from '#app/ui/forms/draft-fields.tsx'
import { issueAt } from '#app/ui/forms/refusal.ts'
import { FieldMessages } from '#app/ui/forms/field-messages.tsx'

type Props<T> = Omit<Bound<T[]>, 'value'> & {
  legend: string
  /** Singular noun for a row, such as `option`. */
  noun: string
  value: readonly T[]
  /** Kinds of rows that can be added, each with its own button. */
  adds: readonly { name: string; make(): T }[]
  most: number
  hint?: string
  /** Returns the name of a row, or an empty string for rows without a name. */
  nameOf?(row: T): string
  children(row: Bound<T>): ReactNode
}

type FocusTarget = { row: number; at: 'first' | 'up' | 'down' | 'remove' } | { row: null; at: 'add' }

/** Renders a list editor with buttons. Moves the focus after each action and announces the action to screen readers. */
export function RowsEditor<T>({
  legend,
  noun,
  value: rows,
  onChange,
  adds,
  most,
  path,
  issues,
  hint,
  nameOf,
  children,
}: Props<T>) {
  const id = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const [keys, setKeys] = useState(() => rows.map((_, index) => index))
  const [said, setSaid] = useState('')
  const [aim, setAim] = useState<FocusTarget | null>(null)
  const error = issueAt(issues, path)

  useEffect(() => {
    if (aim) targetOf(frame.current, id, aim)?.focus()
  }, [aim, id])

  const step = (next: T[], nextKeys: number[], words: string, then: FocusTarget) => {
    setKeys(nextKeys)
    setSaid(words)
    setAim(then)
    onChange(next)
  }
  const add = (make: () => T) =>
    step([...rows, make()], [...keys, Math.max(-1, ...keys) + 1], `Added ${noun} ${rows.length + 1}.`, {
      row: rows.length,
      at: 'first',
    })
  const remove = (index: number) =>
    step(
      rows.filter((_, at) => at !== index),
      keys.filter((_, at) => at !== index),
      `Removed ${noun} ${index + 1}. ${rows.length - 1} left.`,
      rows.length > 1 ? { row: Math.min(index, rows.length - 2), at: 'remove' } : { row: null, at: 'add' },
    )
  const move = (from: number, to: number) =>
    step(swapped(rows, from, to), swapped(keys, from, to), `Moved to position ${to + 1} of ${rows.length}.`, {
      row: to,
      at: to < from ? 'up' : 'down',
    })

  return (
    <fieldset ref={frame} className="min-w-0" aria-describedby={error && `${id}-error`}>
      <legend className="label">{legend}</legend>
      <div data-wrong={error ? true : undefined} tabIndex={error ? -1 : undefined}>
        <FieldMessages id={id} hint={hint} error={error} />
      </div>
      {rows.length > 0 && (
        <ol className="mt-3 space-y-4">
          {rows.map((row, index) => {
            const name = `${noun} ${index + 1}`
            const called = nameOf?.(row)
            const button = { owner: id, index }
            return (
              <li key={keys[index] ?? `more-${index}`} data-row={`${id}${index}`}>
                <fieldset className="min-w-0 border-l-4 border-line pl-4">
                  <legend className="sr-only">{called ? `${name}, ${called}` : name}</legend>
                  <div className="mb-2 flex items-center gap-2">
                    <p aria-hidden="true" className="label mr-auto min-w-0 truncate text-muted">
                      {index + 1}. {called || noun}
                    </p>
                    {rows.length > 1 && (
                      <>
                        <Tool
                          {...button}
                          at="up"
                          says={`Move ${name} up`}
                          off={index === 0}
                          run={() => move(index, index - 1)}
                        />
                        <Tool
                          {...button}
                          at="down"
                          says={`Move ${name} down`}
                          off={index === rows.length - 1}
                          run={() => move(index, index + 1)}
                        />
                      </>
                    )}
                    <Tool {...button} at="remove" says={`Remove ${name}`} run={() => remove(index)} />
                  </div>
                  <div data-row-fields={`${id}${index}`} className="space-y-4">
                    {children({
                      value: row,
                      onChange: (next) => onChange(rows.map((one, at) => (at === index ? next : one))),
                      path: `${path}.${index}`,
                      issues,
                    })}
                  </div>
                </fieldset>
              </li>
            )
          })}
        </ol>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {adds.map(({ name, make }) => (
          <button
            key={name}
            type="button"
            className="button small min-h-11"
            data-tool={`${id}add`}
            disabled={rows.length >= most}
            onClick={() => add(make)}
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

const icons = { up: ArrowUp, down: ArrowDown, remove: Trash2 }

type ToolProps = {
  owner: string
  index: number
  at: keyof typeof icons
  says: string
  off?: boolean
  run(): void
}

/** Renders a button that keeps its position and focus while disabled. */
function Tool({ owner, index, at, says, off, run }: ToolProps) {
  const Icon = icons[at]
  return (
    <button
      type="button"
      className={`button small size-11 shrink-0 justify-center p-0 ${off ? 'opacity-50' : ''}`}
      data-tool={`${owner}${index}${at}`}
      aria-label={says}
      title={says}
      aria-disabled={off ? true : undefined}
      onClick={() => off || run()}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  )
}

function targetOf(frame: HTMLElement | null, id: string, aim: FocusTarget) {
  const selector =
    aim.at === 'first'
      ? `[data-row-fields="${id}${aim.row}"] :is(input, select, textarea, button)`
      : `[data-tool="${id}${aim.row ?? ''}${aim.at}"]`
  return frame?.querySelector<HTMLElement>(selector)
}

function swapped<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  ;[next[from], next[to]] = [next[to]!, next[from]!]
  return next
}
