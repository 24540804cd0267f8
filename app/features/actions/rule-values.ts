import type { Rule } from '#app/features/actions/conditions.ts'
import { operatorLabels, type ValueKind } from '#app/features/actions/operator-labels.ts'
import { type FieldKind, opAfterChange, ruleField } from '#app/features/actions/rule-labels.ts'
import { orderedEvents, type EventType } from '#app/features/events/labels.ts'

/** Creates the initial rule, which suits most automations. */
export const newRule = (): Rule => ({ field: 'actor.is_bot', op: 'eq', value: false })

/** Returns the initial value for a kind of field. */
export function emptyValue(kind: FieldKind, takes: ValueKind): Rule['value'] {
  if (takes === 'many') return []
  if (takes === 'truth' || kind === 'truth') return true
  return kind === 'event' ? orderedEvents[0]! : ''
}

/** Converts a value to the kind that another operator requires. */
function convertValue(value: Rule['value'], takes: ValueKind): Rule['value'] {
  if (takes === 'many') return linesOf(value).filter(Boolean)
  if (takes === 'truth') return true
  const one = Array.isArray(value) ? (value[0] ?? '') : value
  return takes === 'one' ? one : String(one)
}

/** Returns the values of a rule as texts. */
export const linesOf = (value: Rule['value']) => (Array.isArray(value) ? value.map(String) : [String(value)])

/** Checks whether a value is chosen from “yes” and “no”. */
const isTruth = (kind: FieldKind, takes: ValueKind) =>
  takes === 'truth' || (kind === 'truth' && takes === 'one')

type Place = Pick<Rule, 'field' | 'op'>

/** Changes the field or the comparison of a rule. The value remains if it fits, and is empty or the default otherwise. */
export function changeRule(rule: Rule, { field, op: wanted }: Place, events: readonly EventType[]): Rule {
  const [before, kind] = [rule.field, field].map((path) => ruleField(path, events).kind) as [
    FieldKind,
    FieldKind,
  ]
  const op = opAfterChange(kind, wanted)
  const [held, takes] = [rule.op, op].map((one) => operatorLabels[one].takes) as [ValueKind, ValueKind]
  if (kind !== before || isTruth(kind, takes) !== isTruth(before, held))
    return { field, op, value: emptyValue(kind, takes) }
  return { field, op, value: takes === held ? rule.value : convertValue(rule.value, takes) }
}
