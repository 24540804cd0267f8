import type { Issue } from '#app/errors.ts'
import type { ActionType } from '#app/features/actions/schema.ts'
import { configFields, ofType } from '#app/features/actions/config-fields.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { ActionConfig } from '#app/features/actions/ui/action-fields.tsx'
import { DraftSelect, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { Rows } from '#app/ui/forms/rows.tsx'
import { newRule, RuleFields } from '#app/features/actions/ui/rule-fields.tsx'

type Actions = CommandDraft['actions']
type Props = { value: Actions; onChange(value: Actions): void; path: string; issues: readonly Issue[] }

const called = (type: string) => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ')
const types = (Object.keys(configFields) as ActionType[]).map((value) => ({ value, name: called(value) }))

/** What an event of a command holds that a condition is likely to ask for. */
const fields = ['actor.id', 'actor.is_bot', 'channel.id', 'data.options', 'data.subcommand', 'target.id']

const newAction = (): Actions[number] => ({ type: 'SEND_MESSAGE', config: {}, condition: null })

/** What a command does beside its answer, one after the other, each only when its condition holds. */
export function ActionRows({ value, onChange, path, issues }: Props) {
  return (
    <Rows
      legend="Actions"
      noun="action"
      rows={value}
      onChange={onChange}
      adds={[{ name: 'Add an action', make: newAction }]}
      most={10}
      path={path}
      issues={issues}
      nameOf={({ type }) => called(type)}
    >
      {(action, change, row) => (
        <>
          <DraftSelect
            label="What it does"
            value={action.type}
            onChange={(type) => change(ofType(action, type))}
            options={types}
            path={`${row}.type`}
            issues={issues}
          />
          <ActionConfig
            type={action.type}
            value={action.config}
            onChange={(config) => change({ ...action, config })}
            path={`${row}.config`}
            issues={issues}
          />
          <DraftToggle
            label="Only on a condition"
            value={action.condition !== null}
            onChange={(on) => change({ ...action, condition: on ? newRule() : null })}
            path={`${row}.condition`}
            issues={issues}
          />
          {action.condition && (
            <RuleFields
              value={action.condition}
              onChange={(condition) => change({ ...action, condition })}
              path={`${row}.condition`}
              issues={issues}
              fields={fields}
            />
          )}
        </>
      )}
    </Rows>
  )
}
