import { useId, type ComponentProps } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Told, told } from '#app/ui/forms/field-messages.tsx'

type Props = ComponentProps<'textarea'> & {
  label: string
  name: string
  hint?: string
  refusal?: FormRefusal | undefined
}

/** A labelled text of several lines. What was typed and what was wrong with it come back like those of `Field`. */
export function Area({ label, name, hint, refusal, className = '', ...area }: Props) {
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
