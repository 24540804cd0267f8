import type { Issue } from '#app/errors.ts'
import { Options } from '#app/ui/forms/field.tsx'
import { Box, Labelled, type LabelledProps } from '#app/ui/forms/field-messages.tsx'
import { wrongAt } from '#app/ui/forms/refusal.ts'

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

type Framed = Omit<Draft<never>, 'value' | 'onChange' | 'required'> & Pick<LabelledProps, 'children'>

const Framed = ({ path, issues, ...labelled }: Framed) => (
  <Labelled {...labelled} error={wrongAt(issues, path)} className="min-w-0" />
)

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
      {(id, aria) => (
        <input
          id={id}
          {...aria}
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
      {(id, aria) => (
        <textarea
          id={id}
          {...aria}
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
      {(id, aria) => (
        <input
          id={id}
          {...aria}
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
      {(id, aria) => (
        <select
          id={id}
          {...aria}
          value={value}
          required={required}
          className="input mt-1.5"
          onChange={({ target }) => onChange(options[target.selectedIndex]!.value)}
        >
          <Options of={options} />
        </select>
      )}
    </Framed>
  )
}

/** A box to tick. */
export const DraftToggle = ({ value, onChange, path, issues, ...box }: Omit<Draft<boolean>, 'required'>) => (
  <Box
    {...box}
    error={wrongAt(issues, path)}
    checked={value}
    onChange={(event) => onChange(event.target.checked)}
  />
)
