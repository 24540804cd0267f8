import { actionLabels, orderedActions, withActionType } from '#app/features/actions/config-fields.ts'
import { describeConfig } from '#app/features/actions/describe-config.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { ActionConfig } from '#app/features/actions/ui/action-fields.tsx'
import { bound, type Bound, DraftSelect, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { useDirectory } from '#app/ui/forms/directory.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { newRule } from '#app/features/actions/rule-values.ts'
import { RuleFields } from '#app/features/actions/ui/rule-fields.tsx'

type Actions = CommandDraft['actions']

const types = orderedActions.map((value) => ({ value, name: actionLabels[value].name }))

/** Event fields that conditions often use. */
const fields = ['actor.id', 'actor.is_bot', 'channel.id', 'data.options', 'data.subcommand', 'target.id']

const newAction = (): Actions[number] => ({ type: 'SEND_MESSAGE', config: {}, condition: null })

/** Renders the editor for a command's actions. Actions whose conditions match run in order. */
export function ActionRows(actions: Bound<Actions>) {
  const { nameOf } = useDirectory()
  return (
    <RowsEditor
      {...actions}
      legend="Actions"
      noun="action"
      adds={[{ name: 'Add action', make: newAction }]}
      most={10}
      look="card"
      nameOf={({ type }) => actionLabels[type].name}
      summaryOf={({ type, config }) => describeConfig(type, config, nameOf)}
    >
      {(action) => <ActionFields {...action} />}
    </RowsEditor>
  )
}

function ActionFields(bind: Bound<Actions[number]>) {
  const { value: action, onChange } = bind
  const at = bound(bind)
  return (
    <>
      <ActionConfig type={action.type} {...at('config')}>
        <DraftSelect
          label="Action"
          options={types}
          {...at('type')}
          onChange={(type) => onChange(withActionType(action, type))}
        />
      </ActionConfig>
      <DraftToggle
        label="Only if a condition matches"
        {...at('condition')}
        value={action.condition !== null}
        onChange={(on) => onChange({ ...action, condition: on ? newRule() : null })}
      />
      {action.condition && <RuleFields {...at('condition')} value={action.condition} fields={fields} />}
    </>
  )
}
