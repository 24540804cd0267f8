import { useFetcher } from '@remix-run/react'
import { type ComponentProps, useId } from 'react'
import { Told, told } from '#app/ui/forms/field-messages.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type SwitchProps = { id: string; version: number; enabled: boolean; label: string }

/**
 * Turns one item of a list on and off, as the form `switch` of the page. Shows the requested state at once, sets `aria-busy`
 * until the response arrives, and reverts if it is refused. `label` names the item for screen readers.
 */
export function Switch({ id, version, enabled, label }: SwitchProps) {
  const fetcher = useFetcher<FormRefusal>({ key: `switch-${id}` })
  const asked = fetcher.formData?.get('enabled')
  const isOn = asked === undefined || asked === null ? enabled : asked === 'yes'
  const refusal = fetcher.state === 'idle' && fetcher.data && 'error' in fetcher.data ? fetcher.data : null
  return (
    <div className="md:max-w-64 md:text-right">
      <fetcher.Form
        method="post"
        preventScrollReset
        onSubmit={(event) => fetcher.state !== 'idle' && event.preventDefault()}
      >
        <input type="hidden" name="intent" value="switch" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="enabled" value={isOn ? 'no' : 'yes'} />
        <button
          type="submit"
          role="switch"
          aria-checked={isOn}
          aria-busy={fetcher.state !== 'idle'}
          aria-label={label}
          className="button small min-h-11"
        >
          <span className={`switch ${isOn ? 'switch-on' : ''}`} aria-hidden="true" />
          {isOn ? 'On' : 'Off'}
        </button>
      </fetcher.Form>
      {refusal && (
        <p role="alert" className="mt-2 font-semibold text-stop">
          Not switched. {refusal.error}
        </p>
      )}
    </div>
  )
}

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
