import { actionLabels, configFields } from '#app/features/actions/config-fields.ts'
import { labelOfEmbedPart } from '#app/features/actions/embed-labels.ts'
import { rulePartLabels } from '#app/features/actions/rule-labels.ts'
import type { AutomationAction } from '#app/features/automations/schema.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { labelOfPath } from '#app/primitives/path-label.ts'

/** Labels of the parts of an action in forms, besides its config. */
export const actionPartLabels = {
  type: 'Action',
  delay_seconds: 'Delay in seconds',
  on_error: 'If it fails',
  id: 'Name in the run history',
}

/**
 * Returns the label of a field with an issue as the page shows it, such as “Action 1 (Send a message), Channel”, for
 * use without scripts. Returns undefined for fields outside conditions and actions.
 */
export function labelOfIssue(path: string, actions: readonly AutomationAction[]): string | undefined {
  if (path === 'conditions.rules') return 'Conditions'
  const [, rule, part = ''] = /^conditions\.rules\.(\d+)(?:\.(\w+))?/.exec(path) ?? []
  if (rule) return joined(`Condition ${Number(rule) + 1}`, ownValue(rulePartLabels, part))
  const [, index, config, name] = /^actions\.(\d+)(\.config)?(?:\.(.+))?$/.exec(path) ?? []
  const action = actions[Number(index)]
  if (!action) return undefined
  const field = config ? configFields[action.type].find((one) => one.name === name) : undefined
  return joined(
    `Action ${Number(index) + 1} (${actionLabels[action.type].name})`,
    name &&
      name !== 'type' &&
      (field?.label ??
        (name.startsWith('embed.') ? labelOfEmbedPart(name.slice(6)) : undefined) ??
        ownValue(actionPartLabels, name) ??
        labelOfPath(name.split('.'))),
  )
}

const joined = (row: string, label: string | false | undefined) => (label ? `${row}, ${label}` : row)
