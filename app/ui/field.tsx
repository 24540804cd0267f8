import { useId, type ComponentProps } from 'react'
import type { FormRefusal } from '#app/http/form.ts'

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
        defaultValue={refusal?.values[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={told || undefined}
        {...input}
      />
    </div>
  )
}
