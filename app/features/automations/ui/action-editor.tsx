import { useId } from 'react'
import { describeConfig, missingFields } from '#app/features/actions/describe-config.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { actionLabels, orderedActions, withActionType } from '#app/features/actions/config-fields.ts'
import { formatDuration } from '#app/features/automations/describe.ts'
import { newAction } from '#app/features/automations/draft.ts'
import type { AutomationAction } from '#app/features/automations/schema.ts'
import { actionPartLabels } from '#app/features/automations/ui/issue-labels.ts'
import { ActionConfig } from '#app/features/actions/ui/action-fields.tsx'
import { useDirectory } from '#app/ui/forms/directory.tsx'
import { bound, type Bound, DraftNumber, DraftSelect, DraftText } from '#app/ui/forms/draft-fields.tsx'
import { issueAt, hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { FieldMessages } from '#app/ui/forms/field-messages.tsx'

const types = orderedActions.map((value) => ({ value, name: actionLabels[value].name }))
const onErrorOptions = [
  { value: 'stop', name: 'Stop the run' },
  { value: 'continue', name: 'Continue with the next action' },
] as const

const isIncomplete = ({ type, config }: AutomationAction) => missingFields(type, config).length > 0

/** Renders an automation's actions as cards, in order. Of the incomplete actions, the first is open. */
export function ActionsFields(actions: Bound<AutomationAction[]>) {
  const { nameOf } = useDirectory()
  const firstIncomplete = actions.value.findIndex(isIncomplete)
  return (
    <RowsEditor
      {...actions}
      legend="Actions"
      hidesLegend
      noun="action"
      adds={[{ name: 'Add action', make: () => newAction('SEND_MESSAGE', actions.value) }]}
      most={20}
      look="card"
      nameOf={({ type }) => actionLabels[type]?.name ?? type}
      summaryOf={({ type, config, delay_seconds }) =>
        [delay_seconds > 0 && `after ${formatDuration(delay_seconds)}`, describeConfig(type, config, nameOf)]
          .filter(Boolean)
          .join(' · ')
      }
      startsOpen={(_, index) => index === firstIncomplete}
    >
      {(action) => <ActionFields {...action} />}
    </RowsEditor>
  )
}

function ActionFields(bind: Bound<AutomationAction>) {
  const id = useId()
  const { value: action, onChange, path, issues } = bind
  const at = bound(bind)
  const isWrong = ['id', 'delay_seconds', 'on_error'].some((name) =>
    hasIssueWithin(issues, `${path}.${name}`),
  )
  return (
    <>
      <FieldMessages id={id} error={issueAt(issues, path)} />
      <ActionConfig type={action.type} {...at('config')}>
        <DraftSelect<ActionType>
          label={actionPartLabels.type}
          options={types}
          {...at('type')}
          onChange={(type) => onChange(withActionType(action, type))}
        />
      </ActionConfig>
      <details className="more" open={isWrong || undefined}>
        <summary>
          Delay and error handling
          <span className="font-normal text-muted">: {summary(action)}</span>
        </summary>
        <div className="grid gap-4 pt-3 sm:grid-cols-3">
          <DraftNumber
            label={actionPartLabels.delay_seconds}
            {...at('delay_seconds')}
            onChange={(seconds) => onChange({ ...action, delay_seconds: seconds ?? 0 })}
          />
          <DraftSelect label={actionPartLabels.on_error} options={onErrorOptions} {...at('on_error')} />
          <DraftText label={actionPartLabels.id} {...at('id')} />
        </div>
      </details>
    </>
  )
}

const summary = ({ delay_seconds, on_error }: AutomationAction) =>
  `${delay_seconds ? `after ${delay_seconds} s` : 'no delay'}, ${on_error === 'stop' ? 'stops' : 'continues'} if it fails`
