import { useId } from 'react'
import type { Rule } from '#app/features/actions/conditions.ts'
import {
  operatorLabels,
  type RuleOp,
  ruleOps,
  type ValueKind,
} from '#app/features/actions/operator-labels.ts'
import { bound, type Bound, DraftArea, DraftSelect, DraftText } from '#app/ui/forms/draft-fields.tsx'

type Props = Bound<Rule> & {
  /** Suggested field names. */
  fields?: readonly string[]
}

const ops = ruleOps.map((value) => ({ value, name: operatorLabels[value].label }))
const booleanOptions = [
  { value: 'true', name: 'yes' },
  { value: 'false', name: 'no' },
]

const patternHint =
  'An RE2 regular expression, such as (?i)discord\\.gg/\\w+. It can match anywhere in the text.'

/** Renders the fields of a rule: an event field, an operator and a value of the operator's kind. */
export function RuleFields({ fields = [], ...bind }: Props) {
  const { value: rule, onChange } = bind
  const at = bound(bind)
  const list = useId()
  const { takes } = operatorLabels[rule.op] ?? operatorLabels.eq
  const setOp = (op: RuleOp) =>
    onChange({ ...rule, op, value: convertValue(rule.value, operatorLabels[op].takes) })
  const given = { label: 'Value', ...at('value') }
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1.1fr)_minmax(0,0.8fr)_minmax(0,1.1fr)]">
      <DraftText label="Field" list={list} {...at('field')} />
      <datalist id={list}>
        {fields.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DraftSelect label="Comparison" options={ops} {...at('op')} onChange={setOp} />
      {takes === 'truth' ? (
        <DraftSelect
          {...given}
          value={String(rule.value)}
          onChange={(value) => given.onChange(value === 'true')}
          options={booleanOptions}
        />
      ) : takes === 'many' ? (
        <DraftArea
          {...given}
          hint="One value per line."
          value={linesOf(rule.value).join('\n')}
          onChange={(text) => given.onChange(text.split('\n'))}
        />
      ) : (
        <DraftText
          {...given}
          {...(takes === 'pattern' ? { hint: patternHint } : {})}
          value={String(rule.value)}
          onChange={(text) => given.onChange(takes === 'one' ? scalarOf(text) : text)}
        />
      )}
    </div>
  )
}

/** Creates the initial rule, which suits most automations. */
export const newRule = (): Rule => ({ field: 'actor.is_bot', op: 'eq', value: false })

/** Converts a value to the kind that another operator requires. */
function convertValue(value: Rule['value'], takes: ValueKind): Rule['value'] {
  if (takes === 'many') return linesOf(value)
  if (takes === 'truth') return true
  const one = Array.isArray(value) ? (value[0] ?? '') : value
  return takes === 'one' ? one : String(one)
}

const linesOf = (value: Rule['value']) => (Array.isArray(value) ? value.map(String) : [String(value)])

const scalarOf = (text: string) => (/^(true|false)$/.test(text) ? text === 'true' : text)
