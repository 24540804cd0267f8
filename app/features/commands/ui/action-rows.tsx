import type { ActionType } from '#app/features/actions/schema.ts'
import { configFields, withActionType } from '#app/features/actions/config-fields.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { ActionConfig } from '#app/features/actions/ui/action-fields.tsx'
import { bound, type Bound, DraftSelect, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { newRule, RuleFields } from '#app/features/actions/ui/rule-fields.tsx'

type Actions = CommandDraft['actions']

const called = (type: string) => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ')
const types = (Object.keys(configFields) as ActionType[]).map((value) => ({ value, name: called(value) }))

/** Event fields that conditions often use. */
const fields = ['actor.id', 'actor.is_bot', 'channel.id', 'data.options', 'data.subcommand', 'target.id']

const newAction = (): Actions[number] => ({ type: 'SEND_MESSAGE', config: {}, condition: null })

/** Renders the editor for a command's actions. Actions whose conditions match run in order. */
export const ActionRows = (actions: Bound<Actions>) => (
  <RowsEditor
    {...actions}
    legend="Actions"
    noun="action"
    adds={[{ name: 'Add action', make: newAction }]}
    most={10}
    nameOf={({ type }) => called(type)}
  >
    {(action) => <ActionFields {...action} />}
  </RowsEditor>
)

function ActionFields(bind: Bound<Actions[number]>) {
  const { value: action, onChange } = bind
  const at = bound(bind)
  return (
    <>
      <DraftSelect
        label="Action"
        options={types}
        {...at('type')}
        onChange={(type) => onChange(withActionType(action, type))}
      />
      <ActionConfig type={action.type} {...at('config')} />
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
