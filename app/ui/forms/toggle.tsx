import { useFetcher } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { Box } from '#app/ui/forms/field-messages.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'

type SwitchProps = { id: string; version: number; enabled: boolean; label: string }

/**
 * Renders a switch that enables or disables a list item. Shows the requested state immediately, and the old state after
 * an error.
 */
export function Switch({ id, version, enabled, label }: SwitchProps) {
  const fetcher = useFetcher<FormRefusal>({ key: `switch-${id}` })
  const asked = fetcher.formData?.get('enabled')
  const isOn = asked === undefined || asked === null ? enabled : asked === 'yes'
  const refusal = fetcher.state === 'idle' && fetcher.data && 'error' in fetcher.data ? fetcher.data : null
  return (
    <div>
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
          className="button small"
        >
          <span className={`switch ${isOn ? 'switch-on' : ''}`} aria-hidden="true" />
          {isOn ? 'On' : 'Off'}
        </button>
      </fetcher.Form>
      {refusal && (
        <p role="alert" className="mt-2 font-semibold text-stop">
          The setting was not changed. {refusal.error}
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

/** Renders a checkbox that submits `yes` if checked, and keeps its state after an error. */
export const Toggle = ({ refusal, ...input }: Props) => (
  <Box
    value="yes"
    {...input}
    error={issueAt(refusal?.issues, input.name)}
    defaultChecked={refusal ? refusal.values[input.name] === 'yes' : input.defaultChecked}
  />
)
