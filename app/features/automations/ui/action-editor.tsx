import { useId } from 'react'
import type { Issue } from '#app/errors.ts'
import type { ActionType } from '#app/features/actions/schema.ts'
import { actionWords, orderedActions, ofType } from '#app/features/actions/config-fields.ts'
import { newAction } from '#app/features/automations/draft.ts'
import type { AutomationAction } from '#app/features/automations/schema.ts'
import { ActionConfig } from '#app/features/actions/ui/action-fields.tsx'
import { DraftNumber, DraftSelect, DraftText } from '#app/ui/forms/draft-fields.tsx'
import { wrongAt, wrongIn } from '#app/ui/forms/refusal.ts'
import { Rows } from '#app/ui/forms/rows.tsx'
import { Told } from '#app/ui/forms/field-messages.tsx'

type Props = {
  actions: readonly AutomationAction[]
  onChange(actions: AutomationAction[]): void
  issues: readonly Issue[]
}

const types = orderedActions.map((value) => ({ value, name: actionWords[value].name }))
const endings = [
  { value: 'stop', name: 'Stop here' },
  { value: 'continue', name: 'Go on with the next' },
] as const

/** What an automation does, one action after the other. */
export function ThenFields({ actions, onChange, issues }: Props) {
  return (
    <Rows
      legend="Actions"
      noun="action"
      rows={actions}
      onChange={onChange}
      adds={[{ name: 'Add an action', make: () => newAction('SEND_MESSAGE', actions) }]}
      most={20}
      path="actions"
      issues={issues}
      hint="They run from top to bottom, 20 at most."
      nameOf={({ type }) => actionWords[type]?.name ?? type}
    >
      {(action, change, path) => (
        <ActionFields action={action} onChange={change} path={path} issues={issues} />
      )}
    </Rows>
  )
}

type FieldsProps = {
  action: AutomationAction
  onChange(action: AutomationAction): void
  path: string
  issues: readonly Issue[]
}

function ActionFields({ action, onChange, path, issues }: FieldsProps) {
  const id = useId()
  const at = (name: string) => ({ path: `${path}.${name}`, issues })
  const isWrong = ['id', 'delay_seconds', 'on_error'].some((name) => wrongIn(issues, `${path}.${name}`))
  return (
    <>
      <Told id={id} error={wrongAt(issues, path)} />
      <DraftSelect<ActionType>
        label="What it does"
        value={action.type}
        onChange={(type) => onChange(ofType(action, type))}
        options={types}
        {...at('type')}
      />
      <ActionConfig
        type={action.type}
        value={action.config}
        onChange={(config) => onChange({ ...action, config })}
        {...at('config')}
      />
      <details className="more" open={isWrong || undefined}>
        <summary>
          When, and what if it fails
          <span className="font-normal text-muted">: {summary(action)}</span>
        </summary>
        <div className="grid gap-4 pt-3 sm:grid-cols-3">
          <DraftNumber
            label="Wait before it, in seconds"
            value={action.delay_seconds}
            onChange={(seconds) => onChange({ ...action, delay_seconds: seconds ?? 0 })}
            {...at('delay_seconds')}
          />
          <DraftSelect
            label="When it fails"
            value={action.on_error}
            onChange={(on_error) => onChange({ ...action, on_error })}
            options={endings}
            {...at('on_error')}
          />
          <DraftText
            label="Its name in the record"
            value={action.id}
            onChange={(name) => onChange({ ...action, id: name })}
            {...at('id')}
          />
        </div>
      </details>
    </>
  )
}

const summary = ({ delay_seconds, on_error }: AutomationAction) =>
  `${delay_seconds ? `after ${delay_seconds} s` : 'at once'}, ${on_error === 'stop' ? 'stops' : 'goes on'} when it fails`
