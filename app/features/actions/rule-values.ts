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
export function convertValue(value: Rule['value'], takes: ValueKind): Rule['value'] {
  if (takes === 'many') return linesOf(value).filter(Boolean)
  if (takes === 'truth') return true
  const one = Array.isArray(value) ? (value[0] ?? '') : value
  return takes === 'one' ? one : String(one)
}

/** Returns the values of a rule as texts. */
export const linesOf = (value: Rule['value']) => (Array.isArray(value) ? value.map(String) : [String(value)])

/** Returns a rule whose comparison and value fit its field, after the field or the comparison was changed. */
export function fitRule({ field, op, value }: Rule, events: readonly EventType[]): Rule {
  const { kind } = ruleField(field, events)
  const next = opAfterChange(kind, op)
  const { takes } = operatorLabels[next]
  if (takes === 'truth' || (kind === 'truth' && takes === 'one'))
    return { field, op: next, value: typeof value === 'boolean' ? value : true }
  const isText = typeof value === 'boolean' && kind !== 'text'
  return { field, op: next, value: isText ? emptyValue(kind, takes) : fitValue(value, takes) }
}

const fitValue = (value: Rule['value'], takes: ValueKind) =>
  takes === 'one' && !Array.isArray(value) ? value : convertValue(value, takes)
