import type { ActionType } from '#app/features/actions/action-types.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import { operatorLabels } from '#app/features/actions/operator-labels.ts'
import { actionLabels } from '#app/features/actions/config-fields.ts'
import { describeCron } from '#app/features/automations/schedule/describe-cron.ts'
import { eventLabel } from '#app/features/events/labels.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
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
 * Describes an automation in a sentence, such as “When a member joins, if it is not a bot, send a message and add a
 * role.”
 */
export function describeAutomation(
  { trigger, conditions, actions, cooldown }: DescribedAutomation,
  labelOf?: LabelOf,
): string {
  const rules = conditions.rules.map((rule) => describeRule(rule, labelOf))
  const condition = rules.length ? `, if ${joinList(rules, conditions.match === 'all' ? 'and' : 'or')}` : ''
  const done = actions.length ? joinList(actions.map(describeAction)) : 'do nothing yet'
  return `${describeTrigger(trigger)}${condition}, ${done}.${describeCooldown(cooldown)}`
}

function describeTrigger({ events, schedule }: DescribedAutomation['trigger']): string {
  const happens = events.filter((type) => type !== 'SCHEDULE').map((type) => eventLabel(type).when)
  const times = events.includes('SCHEDULE') ? describeSchedule(schedule) : null
  const when = happens.length ? `when ${joinList(happens, 'or')}` : null
  const said = [times, when].filter(Boolean).join(', and ') || 'when no event is selected yet'
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** Describes a schedule, such as “every Friday at 16:00”. UTC is omitted. */
function describeSchedule(schedule: DescribedAutomation['trigger']['schedule']): string {
  const words = schedule && describeCron(schedule.cron)
  if (!words) return 'at set times'
  return schedule.timezone === 'UTC' ? words : `${words} (${schedule.timezone})`
}

const fieldLabels: Record<string, string> = {
  'actor.id': 'the user',
  'actor.name': 'the user’s name',
  'actor.is_bot': 'being a bot',
  'channel.id': 'the channel',
  'channel.name': 'the channel’s name',
  'target.id': 'the target',
  'target.name': 'the target’s name',
  'data.content': 'the text',
  'data.command': 'the command',
  'data.emoji': 'the emoji',
  'data.control': 'the control',
}

/** Returns the name for an id of a channel, role or member. Returns undefined for other values. */
type LabelOf = (id: string) => string | undefined

/** Describes a rule as part of a sentence. */
export function describeRule({ field, op, value }: Rule, labelOf: LabelOf = () => undefined): string {
  if (field === 'actor.is_bot' && /^(eq|neq)$/.test(op) && /^(true|false)$/.test(String(value))) {
    return (String(value) === 'true') === (op === 'eq') ? 'it is a bot' : 'it is not a bot'
  }
  const place = Object.hasOwn(fieldLabels, field) ? fieldLabels[field] : field || 'something'
  if (op === 'exists') return `${place} ${value === false ? 'does not exist' : 'exists'}`
  const values = [value]
    .flat()
    .map((one) => (one === '' ? '…' : (labelOf(String(one)) ?? `“${ellipsize(String(one), 40)}”`)))
  return `${place} ${operatorLabels[op].label} ${joinList(values, 'or') || '…'}`
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
