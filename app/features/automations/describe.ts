import type { ActionType } from '#app/features/actions/action-types.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import { operatorLabels } from '#app/features/actions/operator-labels.ts'
import { actionLabels } from '#app/features/actions/config-fields.ts'
import { describeCron } from '#app/features/automations/schedule/describe-cron.ts'
import { ruleField } from '#app/features/actions/rule-labels.ts'
import { eventLabel, type EventType } from '#app/features/events/labels.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { ellipsize, joinList } from '#app/primitives/text.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Parts of an automation that are used in its description. In a draft, parts can be empty. */
type DescribedAutomation = {
  trigger: { events: readonly string[]; schedule: { cron: string; timezone: string } | null }
  conditions: AutomationInput['conditions']
  actions: readonly { type: ActionType; delay_seconds: number }[]
  cooldown: AutomationInput['cooldown']
}

/**
 * Describes an automation in a sentence, such as “When a member joins, if the member is not a bot, send a message and add a
 * role.”
 */
export function describeAutomation(
  { trigger, conditions, actions, cooldown }: DescribedAutomation,
  labelOf?: LabelOf,
): string {
  const { events } = trigger
  if (!events.length && !actions.length) return 'Choose an event and add an action.'
  const rules = conditions.rules.map((rule) =>
    describeRule(rule, { labelOf, events: events as readonly EventType[] }),
  )
  const condition = rules.length ? `, if ${joinList(rules, conditions.match === 'all' ? 'and' : 'or')}` : ''
  const done = actions.length ? joinList(actions.map(describeAction)) : 'nothing happens yet. Add an action'
  return `${describeTrigger(trigger)}${condition}, ${done}.${describeCooldown(cooldown)}`
}

function describeTrigger({ events, schedule }: DescribedAutomation['trigger']): string {
  const happens = events.filter((type) => type !== 'SCHEDULE').map((type) => eventLabel(type).when)
  const times = events.includes('SCHEDULE') ? describeSchedule(schedule) : null
  const when = happens.length ? `when ${joinList(happens, 'or')}` : null
  const said = [times, when].filter(Boolean).join(', and ')
  return said ? said.charAt(0).toUpperCase() + said.slice(1) : 'Choose an event. When it occurs'
}

/** Describes a schedule, such as “every Friday at 16:00”. UTC is omitted. */
function describeSchedule(schedule: DescribedAutomation['trigger']['schedule']): string {
  const words = schedule && describeCron(schedule.cron)
  if (!words) return 'at set times'
  return schedule.timezone === 'UTC' ? words : `${words} (${schedule.timezone})`
}

/** Sentences for fields that are true or false. */
const truthLabels: Record<string, { yes: string; no: string }> = {
  'actor.is_bot': { yes: 'the member is a bot', no: 'the member is not a bot' },
  'data.failed': { yes: 'the command failed', no: 'the command did not fail' },
}

/** Returns the name of a field within a sentence, such as “the message text”. A field without a label has its path. */
function nounOf(path: string, label: string): string {
  if (label === path) return path || 'something'
  return `the ${label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`
}

const pluralVerbs: Record<string, string> = { is: 'are', does: 'do', matches: 'match' }

/** Returns a comparison with its verb in the plural: “does not contain” becomes “do not contain”. */
const pluralOf = (comparison: string) =>
  comparison.replace(/^\w+/, (verb) => ownValue(pluralVerbs, verb) ?? verb.replace(/s$/, ''))

/** Returns the name for an id of a channel, role or member. Returns undefined for other values. */
export type LabelOf = (id: string) => string | undefined

/** Describes a rule as part of a sentence. The names of the target depend on the events. */
export function describeRule(
  { field, op, value }: Rule,
  {
    labelOf = () => undefined,
    events,
  }: { labelOf?: LabelOf | undefined; events?: readonly EventType[] } = {},
): string {
  const { label, isPlural } = ruleField(field, events)
  const truth = ownValue(truthLabels, field)
  const [only, ...others] = new Set([value].flat().map(String))
  if (truth && /^(eq|neq|in|not_in)$/.test(op) && /^(true|false)$/.test(only ?? '') && !others.length)
    return truth[(only === 'true') === /^(eq|in)$/.test(op) ? 'yes' : 'no']
  if (truth && op === 'exists') return `it is ${value === false ? 'not ' : ''}known whether ${truth.yes}`
  const place = truth ? `“${label}”` : nounOf(field, label)
  const agree = (comparison: string) => (isPlural ? pluralOf(comparison) : comparison)
  if (op === 'exists') return `${place} ${agree(value === false ? 'does not exist' : 'exists')}`
  // Regular expressions are hard to read, and the editor shows them.
  if (op === 'matches' && value !== '') return `${place} ${agree('matches')} a pattern`
  const values = [value].flat().map((one) => describeValue(field, one, labelOf))
  return `${place} ${agree(operatorLabels[op].label)} ${joinList(values, 'or') || '…'}`
}

/** Describes a value of a field: the name of an event or an id, “yes” or “no”, a number, or the quoted text. */
export function describeValue(field: string, value: string | number | boolean, labelOf: LabelOf): string {
  if (value === '') return '…'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const { kind } = ruleField(field)
  if (kind === 'event') return `“${eventLabel(String(value)).name}”`
  return labelOf(String(value)) ?? (kind === 'number' ? String(value) : `“${ellipsize(String(value), 40)}”`)
}

const describeAction = ({ type, delay_seconds }: DescribedAutomation['actions'][number]) =>
  delay_seconds > 0
    ? `${formatDuration(delay_seconds)} later ${actionLabels[type].does}`
    : actionLabels[type].does

const scopeLabels = { guild: '', channel: ' for each channel', user: ' for each user' }

/** Describes a cooldown as a sentence after a space. Returns an empty string if there is none. */
export function describeCooldown({ scope, seconds }: DescribedAutomation['cooldown']): string {
  if (scope === 'none' || !(seconds > 0)) return ''
  const time = formatDuration(seconds).replace(/^1 (?=(h)?)/, (_, hour?: string) => (hour ? 'an ' : 'a '))
  return ` At most once ${/^an? /.test(time) ? time : `in ${time}`}${scopeLabels[scope]}.`
}

const units = [
  ['week', 'weeks', 604_800],
  ['day', 'days', 86_400],
  ['hour', 'hours', 3_600],
  ['minute', 'minutes', 60],
] as const

/** Formats a duration in the largest unit without a remainder, such as “90 minutes”. */
export function formatDuration(seconds: number): string {
  const unit = units.find(([, , length]) => seconds >= length && seconds % length === 0)
  const [one, many, length] = unit ?? ['second', 'seconds', 1]
  return formatAmount(seconds / length, one, many)
}
