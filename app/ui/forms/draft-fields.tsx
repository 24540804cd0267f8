import { createContext, useContext } from 'react'
import type { Issue } from '#app/errors.ts'
import type { Conversion } from '#app/primitives/named-values.ts'
import { Options } from '#app/ui/forms/field.tsx'
import { Box, Labelled, type LabelledProps } from '#app/ui/forms/field-messages.tsx'
import { issueAt } from '#app/ui/forms/refusal.ts'

/** Part of a draft with its change handler. `path` locates the part in the draft and in `issues`. */
export type Bound<T> = { value: T; onChange(value: T): void; path: string; issues: readonly Issue[] }

/** True in a form without scripts, whose fields are submitted one by one. */
const NamedFieldsContext = createContext(false)
export const NamedFieldsProvider = NamedFieldsContext.Provider
export const useNamedFields = () => useContext(NamedFieldsContext)

/** Returns the name of a field without scripts. `as` converts its text on the server. */
export const useFieldName = (path: string, as?: Conversion): string | undefined =>
  useNamedFields() ? (as ? `${path}:${as}` : path) : undefined

/** Field of a draft. The field has no `name` with scripts, because a hidden field submits the entire draft. */
export type Draft<T> = Bound<T> & {
  label: string
  hint?: string
  required?: boolean
  hidesLabel?: boolean
}

/** Converts between a draft value and its field value. */
type Converter<V, W> = { read(value: V): W; write(held: W): V }

export const orNull: Converter<string | null, string> = {
  read: (text) => text ?? '',
  write: (text) => text || null,
}

/** Binds fields to parts of a draft: `bound(draft)('label')` returns the props of the label's field. */
export function bound<T extends object>({ value, onChange, path, issues }: Bound<T>) {
  function at<K extends keyof T & string>(name: K): Bound<T[K]>
  function at<K extends keyof T & string, W>(name: K, converter: Converter<T[K], W>): Bound<W>
  function at(name: keyof T & string, converter?: Converter<unknown, unknown>): Bound<unknown> {
    return {
      value: converter ? converter.read(value[name]) : value[name],
      onChange: (next) => onChange({ ...value, [name]: converter ? converter.write(next) : next }),
      path: `${path}.${name}`,
      issues,
    }
  }
  return at
}

type DraftFrame = Omit<Draft<never>, 'value' | 'onChange' | 'required'> & Pick<LabelledProps, 'children'>

const DraftFrame = ({ path, issues, ...labelled }: DraftFrame) => (
  <Labelled {...labelled} path={path} error={issueAt(issues, path)} className="min-w-0" />
)

/** Renders a text field. `kind` selects the keyboard. */
export function DraftText({
  value,
  onChange,
  kind = 'text',
  list,
  required,
  as,
  ...framed
}: Draft<string> & { kind?: 'text' | 'url'; list?: string; as?: Conversion | undefined }) {
  const name = useFieldName(framed.path, as)
  return (
    <DraftFrame {...framed}>
      {(id, aria) => (
        <input
          id={id}
          {...aria}
          name={name}
          type={kind}
          list={list}
          value={value}
          required={required}
          autoComplete="off"
          className="input mt-1.5"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </DraftFrame>
  )
}

/** Renders a multi-line text field. */
export function DraftArea({
  value,
  onChange,
  rows = 3,
  className = '',
  required,
  as,
  ...framed
}: Draft<string> & { rows?: number; className?: string; as?: Conversion }) {
  const name = useFieldName(framed.path, as)
  return (
    <DraftFrame {...framed}>
      {(id, aria) => (
        <textarea
          id={id}
          {...aria}
          name={name}
          rows={rows}
          value={value}
          required={required}
          className={`input mt-1.5 ${className}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </DraftFrame>
  )
}

/** Renders a number field. The value of an empty field is undefined. */
export function DraftNumber({ value, onChange, required, ...framed }: Draft<number | undefined>) {
  const name = useFieldName(framed.path, 'number')
  return (
    <DraftFrame {...framed}>
      {(id, aria) => (
        <input
          id={id}
          {...aria}
          name={name}
          type="number"
          step="any"
          value={value ?? ''}
          required={required}
          className="input mt-1.5"
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </DraftFrame>
  )
}

/** Renders a select field. */
export function DraftSelect<T extends string | number>({
  value,
  onChange,
  options,
  required,
  as,
  ...framed
}: Draft<T> & { options: readonly { value: T; name: string }[]; as?: Conversion }) {
  const isNumber = options.some((option) => typeof option.value === 'number')
  const name = useFieldName(framed.path, isNumber ? 'number' : as)
  return (
    <DraftFrame {...framed}>
      {(id, aria) => (
        <select
          id={id}
          {...aria}
          name={name}
          value={value}
          required={required}
          className="input mt-1.5"
          onChange={({ target }) => onChange(options[target.selectedIndex]!.value)}
        >
          <Options of={options} />
        </select>
      )}
    </DraftFrame>
  )
}

type ToggleProps = Omit<Draft<boolean>, 'value' | 'required'> & { value: boolean | undefined }

/** Renders a checkbox. */
export function DraftToggle({ value, onChange, path, issues, ...box }: ToggleProps) {
  const name = useFieldName(path, 'flag')
  return (
    <Box
      {...box}
      {...(name && { name, value: 'yes' })}
      path={path}
      error={issueAt(issues, path)}
      checked={value ?? false}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
