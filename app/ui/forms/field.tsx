import type { ComponentProps } from 'react'
import { Labelled, FieldMessages } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'

type Given = { label: string; name: string; hint?: string; refusal?: FormRefusal | undefined }

/**
 * Renders a multi-line text field with a label. After an error, the field shows the submitted value and the message.
 */
export const TextArea = ({
  label,
  name,
  hint,
  refusal,
  className = '',
  ...area
}: ComponentProps<'textarea'> & Given) => (
  <Labelled label={label} hint={hint} path={name} error={issueAt(refusal?.issues, name)}>
    {(id, aria) => (
      <textarea
        id={id}
        name={name}
        rows={4}
        className={`input mt-1.5 ${className}`}
        {...aria}
        {...area}
        defaultValue={refusal?.values[name] ?? area.defaultValue}
      />
    )}
  </Labelled>
)

type Props = ComponentProps<'input'> & Given

/** Renders an input with a label. After an error, the field shows the submitted value and the message for its name. */
export const Field = ({ label, name, hint, refusal, ...input }: Props) => (
  <Labelled label={label} hint={hint} path={name} error={issueAt(refusal?.issues, name)}>
    {(id, aria) => (
      <input
        id={id}
        name={name}
        className="input mt-1.5"
        {...aria}
        {...input}
        defaultValue={refusal?.values[name] ?? input.defaultValue}
      />
    )}
  </Labelled>
)

type Option = { value: string; name: string }

type OptionsProps = { name: string; options: readonly Option[]; value: string }

/** Renders a group of radio buttons. */
export const RadioGroup = ({ legend, name, options, value }: OptionsProps & { legend: string }) => (
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

/** Renders a select field with a label. */
export const Select = ({ label, name, options, value }: OptionsProps & { label: string }) => (
  <Labelled label={label}>
    {(id) => (
      <select id={id} name={name} defaultValue={value} className="input mt-1.5">
        <Options of={options} />
      </select>
    )}
  </Labelled>
)

/** Option of a select. Options of the same group are listed below its name. */
export type SelectOption = { value: string | number; name: string; group?: string }

/** Options of a select: those without a group, then the groups in the order of their first option. */
export function Options({ of }: { of: readonly SelectOption[] }) {
  const optionsOf = (wanted: string | undefined) =>
    of
      .filter(({ group }) => group === wanted)
      .map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))
  const groups = [...new Set(of.flatMap(({ group }) => group ?? []))]
  return (
    <>
      {optionsOf(undefined)}
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {optionsOf(group)}
        </optgroup>
      ))}
    </>
  )
}

type Named = Pick<Props, 'label' | 'name' | 'hint' | 'refusal' | 'autoFocus'>

/** Renders a field for a new password, which supports password managers and pasting. */
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

/** Renders a field for the current password. */
export const CurrentPassword = (props: Named) => (
  <Field {...props} type="password" autoComplete="current-password" required />
)

/** Renders a hidden field that identifies the account of a password form for password managers. */
export const Username = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)

/** Renders a required checkbox for an irreversible action. */
export function ConfirmCheckbox({ label, name, refusal, form }: Named & { form?: string }) {
  const { id, error } = useFieldState(name, issueAt(refusal?.issues, name))
  return (
    <div>
      <FieldMessages id={id} error={error} />
      <label className="flex min-h-10 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          name={name}
          value="yes"
          form={form}
          className="size-6 shrink-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {label}
      </label>
    </div>
  )
}
