import { useId, type ComponentProps } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Told, told } from '#app/ui/forms/field-messages.tsx'

type Props = ComponentProps<'input'> & {
  label: string
  name: string
  hint?: string
  refusal?: FormRefusal | undefined
}

/** A box to tick. It is sent as `yes` when it is ticked and not at all when it is not, and stays as it was left on refusal. */
export function Toggle({ label, name, hint, refusal, ...input }: Props) {
  const id = useId()
  const error = refusal?.issues.find((issue) => issue.path === name)?.message
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          className="size-6 shrink-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={told(id, hint, error)}
          {...input}
          defaultChecked={refusal ? refusal.values[name] === 'yes' : input.defaultChecked}
        />
        {label}
      </label>
      <div className="pl-9">
        <Told id={id} hint={hint} error={error} />
      </div>
    </div>
  )
}
