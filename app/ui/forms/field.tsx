import { type ComponentProps, useId } from 'react'
import { Told, told } from '#app/ui/forms/field-messages.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type AreaProps = ComponentProps<'textarea'> & {
  label: string
  name: string
  hint?: string
  refusal?: FormRefusal | undefined
}

/** A labelled text of several lines. What was typed and what was wrong with it come back like those of `Field`. */
export function Area({ label, name, hint, refusal, className = '', ...area }: AreaProps) {
  const id = useId()
  const error = refusal?.issues.find((issue) => issue.path === name)?.message
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <Told id={id} hint={hint} error={error} />
      <textarea
        id={id}
        name={name}
        rows={4}
        className={`input mt-1.5 ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={told(id, hint, error)}
        {...area}
        defaultValue={refusal?.values[name] ?? area.defaultValue}
      />
    </div>
  )
}

type Props = ComponentProps<'input'> & {
  label: string
  name: string
  hint?: string
  refusal?: FormRefusal | undefined
}

/** A labelled input. What was typed and what was wrong with it come back from the refusal by the field's name. */
export function Field({ label, name, hint, refusal, ...input }: Props) {
  const id = useId()
  const error = refusal?.issues.find((issue) => issue.path === name)?.message
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.9375rem] text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-semibold text-stop">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <input
        id={id}
        name={name}
        className="input mt-1.5"
        aria-invalid={error ? true : undefined}
        aria-describedby={told || undefined}
        {...input}
        defaultValue={refusal?.values[name] ?? input.defaultValue}
      />
    </div>
  )
}

type Option = { value: string; name: string }

/** One of a few, all of them to be seen. */
export function Choice({
  legend,
  name,
  options,
  value,
}: {
  legend: string
  name: string
  options: Option[]
  value: string
}) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-10 items-center gap-2">
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
              className="size-6"
            />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One of many, or none. */
export function Select({
  label,
  name,
  options,
  value,
}: {
  label: string
  name: string
  options: Option[]
  value: string
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <select id={id} name={name} defaultValue={value} className="input mt-1.5">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}

type Named = Pick<Props, 'label' | 'name' | 'hint' | 'refusal' | 'autoFocus'>

/** A password to be made up. Whoever has a password manager lets it choose; pasting is welcome. */
export const NewPassword = (props: Named) => (
  <Field
    {...props}
    type="password"
    autoComplete="new-password"
    hint="At least 8 characters. A few random words are easy to remember and hard to guess."
    minLength={8}
    required
  />
)

/** The password that one has. */
export const CurrentPassword = (props: Named) => (
  <Field {...props} type="password" autoComplete="current-password" required />
)

/** Tells a password manager whose password the form is about. */
export const Username = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)

/** A box that must be ticked before something that cannot be taken back. */
export function Confirm({ label, name, refusal }: Named) {
  const id = useId()
  const error = refusal?.issues.find((issue) => issue.path === name)?.message
  return (
    <div>
      {error && (
        <p id={`${id}-error`} className="font-semibold text-stop">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          className="size-6 shrink-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {label}
      </label>
    </div>
  )
}
