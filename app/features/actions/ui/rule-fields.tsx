import { useState } from 'react'
import type { Rule } from '#app/features/actions/conditions.ts'
import { operatorLabels, type RuleOp, type ValueKind } from '#app/features/actions/operator-labels.ts'
import {
  type FieldKind,
  hasLabel,
  opsFor,
  ruleField,
  rulePartLabels,
} from '#app/features/actions/rule-labels.ts'
import { eventLabel, orderedEvents, type EventType } from '#app/features/events/labels.ts'
import {
  bound,
  type Bound,
  DraftArea,
  DraftNumber,
  DraftSelect,
  DraftText,
  useNamedFields,
} from '#app/ui/forms/draft-fields.tsx'
import { changeRule, linesOf } from '#app/features/actions/rule-values.ts'
import { directoryKinds, type DirectoryKind } from '#app/ui/forms/directory.tsx'
import { IdListPicker, IdPicker } from '#app/ui/forms/id-picker.tsx'

type Props = Bound<Rule> & {
  /** Paths of the fields to choose from. */
  fields?: readonly string[]
  /** Events that the rule applies to. They determine the kind of the target. */
  events?: readonly EventType[]
}

const OTHER = ''
const booleanOptions = [
  { value: 'true', name: 'yes' },
  { value: 'false', name: 'no' },
]
const eventOptions = orderedEvents.map((value) => ({ value, name: eventLabel(value).name }))

const patternHint =
  'An RE2 regular expression, such as (?i)discord\\.gg/\\w+. It can match anywhere in the text.'

/** Renders a rule as a line: an event field, a comparison and a value of the field's kind. */
export function RuleFields({ fields = [], events = [], ...bind }: Props) {
  const { value: rule, onChange } = bind
  const at = bound(bind)
  const isNamed = useNamedFields()
  const [choseOther, setOther] = useState(false)
  const known = fields.includes(rule.field) || !hasLabel(rule.field) ? fields : [...fields, rule.field]
  const isOther = choseOther || !known.includes(rule.field)
  const { kind } = ruleField(rule.field, events)
  const setField = (field: string) => {
    setOther(field === OTHER)
    onChange(changeRule(rule, { field, op: rule.op }, events))
  }
  const setOp = (op: RuleOp) => onChange(changeRule(rule, { field: rule.field, op }, events))
  const options = [
    ...known.map((value) => ({ value, name: ruleField(value, events).label })),
    { value: OTHER, name: 'Other field…' },
  ]
  const takes = operatorLabels[rule.op]?.takes ?? 'one'
  return (
    <>
      {isNamed && <input type="hidden" name={`${bind.path}.was`} value={`${rule.op} ${rule.field}`} />}
      <div className="grid gap-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,0.7fr)_minmax(0,1.1fr)]">
        <div className="grid min-w-0 gap-1.5">
          <DraftSelect
            label={rulePartLabels.field}
            hidesLabel
            options={options}
            {...at('field')}
            {...(isOther ? { path: `${bind.path}.choice` } : {})}
            value={isOther ? OTHER : rule.field}
            onChange={setField}
          />
          {isOther && <DraftText label="Path of the field" hidesLabel {...at('field')} />}
        </div>
        <DraftSelect
          label={rulePartLabels.op}
          hidesLabel
          options={opsFor(kind, rule.op)}
          {...at('op')}
          onChange={setOp}
        />
        <RuleValue kind={kind} takes={takes} {...at('value')} />
      </div>
      {takes === 'pattern' && <p className="mt-1 text-sm text-muted">{patternHint}</p>}
    </>
  )
}

type ValueProps = Bound<Rule['value']> & { kind: FieldKind; takes: ValueKind }

/** Renders the input for a rule's value. */
function RuleValue({ kind, takes, value, onChange, ...place }: ValueProps) {
  const given = { label: rulePartLabels.value, hidesLabel: true, ...place }
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  if (takes === 'truth' || (kind === 'truth' && takes === 'one'))
    return (
      <DraftSelect
        {...given}
        value={text}
        onChange={(next) => onChange(next === 'true')}
        options={booleanOptions}
        as="truth"
      />
    )
  if (isPicked(kind)) {
    if (takes === 'many')
      return (
        <IdListPicker {...given} kind={kind} value={linesOf(value)} onChange={(ids) => onChange([...ids])} />
      )
    if (takes === 'one') return <IdPicker {...given} kind={kind} value={text} onChange={onChange} />
  }
  if (kind === 'event' && takes === 'one')
    return <DraftSelect<string> {...given} value={text} onChange={onChange} options={eventOptions} />
  if (kind === 'number' && takes !== 'many')
    return (
      <DraftNumber
        {...given}
        value={text === '' || isNaN(Number(text)) ? undefined : Number(text)}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (takes === 'many')
    return (
      <DraftArea
        {...given}
        rows={2}
        hint="One value per line."
        value={linesOf(value).join('\n')}
        onChange={(next) => onChange(next.split('\n'))}
        as="lines"
      />
    )
  return (
    <DraftText
      {...given}
      value={text}
      onChange={(next) => onChange(takes === 'one' ? scalarOf(next) : next)}
      as={takes === 'one' ? 'scalar' : undefined}
    />
  )
}

const isPicked = (kind: FieldKind): kind is DirectoryKind => Object.hasOwn(directoryKinds, kind)

const scalarOf = (text: string) => (/^(true|false)$/.test(text) ? text === 'true' : text)
