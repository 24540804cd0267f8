import type { ActionType } from '#app/features/actions/schema.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import { actionWords } from '#app/features/actions/config-fields.ts'
import { cronWords, joined } from '#app/features/automations/describe-cron.ts'
import { eventWords } from '#app/features/events/labels.ts'
import { opWords } from '#app/features/actions/operator-labels.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import { ellipsize } from '#app/primitives/text.ts'

/** As much of an automation as is there: one that is still being written may lack anything. */
type Told = {
  trigger: { events: readonly string[]; schedule: { cron: string; timezone: string } | null }
  conditions: AutomationInput['conditions']
  actions: readonly { type: ActionType; delay_seconds: number }[]
  cooldown: AutomationInput['cooldown']
}

/** What an automation does, in a sentence: “When a member joins, if it is not a bot, send a message and add a role.” */
export function automationWords({ trigger, conditions, actions, cooldown }: Told): string {
  const rules = conditions.rules.map(ruleWords)
  const condition = rules.length ? `, if ${joined(rules, conditions.match === 'all' ? 'and' : 'or')}` : ''
  const done = actions.length ? joined(actions.map(actionSaid)) : 'do nothing yet'
  return `${whenWords(trigger)}${condition}, ${done}.${cooldownWords(cooldown)}`
}

function whenWords({ events, schedule }: Told['trigger']): string {
  const happens = events.filter((type) => type !== 'SCHEDULE').map((type) => eventWords(type).when)
  const times = events.includes('SCHEDULE') ? scheduleWords(schedule) : null
  const when = happens.length ? `when ${joined(happens, 'or')}` : null
  const said = [times, when].filter(Boolean).join(', and ') || 'when nothing is chosen yet'
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** When a schedule comes, such as “every Friday at 16:00”. UTC goes without saying. */
function scheduleWords(schedule: Told['trigger']['schedule']): string {
  const words = schedule && cronWords(schedule.cron)
  if (!words) return 'at set times'
  return schedule.timezone === 'UTC' ? words : `${words} (${schedule.timezone})`
}

const places: Record<string, string> = {
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

/** One rule as a part of a sentence. */
export function ruleWords({ field, op, value }: Rule): string {
  if (field === 'actor.is_bot' && /^(eq|neq)$/.test(op) && /^(true|false)$/.test(String(value))) {
    return (String(value) === 'true') === (op === 'eq') ? 'it is a bot' : 'it is not a bot'
  }
  const place = Object.hasOwn(places, field) ? places[field] : field || 'something'
  if (op === 'exists') return `${place} is ${value === false ? 'not ' : ''}there`
  const values = [value].flat().map((one) => (one === '' ? '…' : `“${ellipsize(String(one), 40)}”`))
  return `${place} ${opWords[op].words} ${joined(values, 'or') || '…'}`
}

const actionSaid = ({ type, delay_seconds }: Told['actions'][number]) =>
  delay_seconds > 0
    ? `${durationWords(delay_seconds)} later ${actionWords[type].does}`
    : actionWords[type].does

const whose = { guild: '', channel: ' for each channel', user: ' for each user' }

function cooldownWords({ scope, seconds }: Told['cooldown']): string {
  if (scope === 'none' || !(seconds > 0)) return ''
  const time = durationWords(seconds).replace(/^1 (?=(h)?)/, (_, hour?: string) => (hour ? 'an ' : 'a '))
  return ` At most once ${/^an? /.test(time) ? time : `in ${time}`}${whose[scope]}.`
}

const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A time span in the largest unit that it fills, such as “90 minutes”. */
export function durationWords(seconds: number): string {
  const [name, length] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
    'second',
    1,
  ]
  const count = seconds / length
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
