import { useId, type ReactNode } from 'react'
import type { Issue } from '#app/errors.ts'
import { Told, told } from '#app/ui/forms/field-messages.tsx'

/**
 * A field of a draft that a script holds: it has no name of its own, because the whole draft is sent in a hidden one. `path`
 * is where it stands in the draft; what is wrong there is told beside it.
 */
export type Draft<T> = {
  label: string
  value: T
  onChange(value: T): void
  path: string
  issues: readonly Issue[]
  hint?: string
  required?: boolean
}

/** What is wrong at a place of a draft. */
export const wrongAt = (issues: readonly Issue[], path: string): string | undefined =>
  issues.find((issue) => issue.path === path)?.message

/** True when something is wrong at a place of a draft or inside it. */
export const wrongIn = (issues: readonly Issue[], path: string): boolean =>
  issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}.`))

type Framed = Pick<Draft<unknown>, 'label' | 'path' | 'issues' | 'hint'> & {
  children(given: { id: string; 'aria-invalid': true | undefined; 'aria-describedby'?: string }): ReactNode
}

function Framed({ label, path, issues, hint, children }: Framed) {
  const id = useId()
  const error = wrongAt(issues, path)
  const by = told(id, hint, error)
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="label">
        {label}
      </label>
      <Told id={id} hint={hint} error={error} />
      {children({ id, 'aria-invalid': error ? true : undefined, ...(by ? { 'aria-describedby': by } : {}) })}
    </div>
  )
}

/** A text; `kind` says what a keyboard should offer. */
export function DraftText({
  value,
  onChange,
  kind = 'text',
  list,
  required,
  ...framed
}: Draft<string> & { kind?: 'text' | 'url'; list?: string }) {
  return (
    <Framed {...framed}>
      {(given) => (
        <input
          {...given}
          type={kind}
          list={list}
          value={value}
          required={required}
          autoComplete="off"
          className="input mt-1.5"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Framed>
  )
}

/** A text of several lines. */
export function DraftArea({
  value,
  onChange,
  rows = 3,
  className = '',
  required,
  ...framed
}: Draft<string> & { rows?: number; className?: string }) {
  return (
    <Framed {...framed}>
      {(given) => (
        <textarea
          {...given}
          rows={rows}
          value={value}
          required={required}
          className={`input mt-1.5 ${className}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Framed>
  )
}

/** A number, or nothing. */
export function DraftNumber({ value, onChange, required, ...framed }: Draft<number | undefined>) {
  return (
    <Framed {...framed}>
      {(given) => (
        <input
          {...given}
          type="number"
          step="any"
          value={value ?? ''}
          required={required}
          className="input mt-1.5"
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </Framed>
  )
}

/** One of several. */
export function DraftSelect<T extends string | number>({
  value,
  onChange,
  options,
  required,
  ...framed
}: Draft<T> & { options: readonly { value: T; name: string }[] }) {
  return (
    <Framed {...framed}>
      {(given) => (
        <select
          {...given}
          value={value}
          required={required}
          className="input mt-1.5"
          onChange={({ target }) => onChange(options[target.selectedIndex]!.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Framed>
  )
}

/** A box to tick. */
export function DraftToggle({ label, value, onChange, path, issues, hint }: Draft<boolean>) {
  const id = useId()
  const error = wrongAt(issues, path)
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={value}
          className="size-6 shrink-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={told(id, hint, error)}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <div className="pl-9">
        <Told id={id} hint={hint} error={error} />
      </div>
    </div>
  )
}
