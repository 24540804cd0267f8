import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { ActionType } from '#app/features/actions/schema.ts'
import { emptyConfig } from '#app/features/actions/config-fields.ts'
import { orderedEvents, type EventType } from '#app/features/events/labels.ts'
import type { AutomationAction, AutomationInput } from '#app/features/automations/schema.ts'

export type Match = AutomationInput['conditions']['match']
export type Cooldown = AutomationInput['cooldown']

/** What a form of an automation holds while it is written: the schedule stays when its box is not ticked. */
export type AutomationDraft = Pick<AutomationInput, 'conditions' | 'actions' | 'cooldown'> & {
  events: EventType[]
  schedule: { cron: string; timezone: string }
}

/** What the fields show at first: what was typed where the form came back, else what is saved. */
export function draftOf(
  saved: Omit<AutomationInput, 'name' | 'description' | 'enabled'>,
  values: Record<string, string> | undefined,
  timezone: string,
): AutomationDraft {
  const { trigger, conditions, actions, cooldown } = saved
  if (!values) {
    const schedule = trigger.schedule ?? { cron: '0 16 * * 5', timezone }
    return { events: [...trigger.events], schedule, conditions, actions, cooldown }
  }
  const scopes = ['none', 'guild', 'channel', 'user'] as const
  return {
    events: orderedEvents.filter((type) => values[`trigger.events.${type}`] === 'yes'),
    schedule: {
      cron: values['trigger.schedule.cron'] ?? '',
      timezone: values['trigger.schedule.timezone'] ?? timezone,
    },
    conditions: {
      match: values['conditions.match'] === 'any' ? 'any' : 'all',
      rules: parseList(values['conditions.rules']) ?? conditions.rules,
    },
    actions: parseList(values.actions) ?? actions,
    cooldown: {
      scope: scopes.find((scope) => scope === values['cooldown.scope']) ?? 'none',
      seconds: Number(values['cooldown.seconds']) || 0,
    },
  }
}

/** A list of objects; undefined for a text that is none, which only its writer can mend. */
function parseList<T>(text: string | undefined): T[] | undefined {
  try {
    const list = parseLimited(text ?? '')
    const isList = Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)
    return isList ? (list as T[]) : undefined
  } catch {
    return undefined
  }
}

/** An action that is new, with an id that none of the others has. */
export function newAction(type: ActionType, others: readonly { id: string }[]): AutomationAction {
  const taken = new Set(others.map(({ id }) => id))
  let number = others.length + 1
  while (taken.has(`step-${number}`)) number++
  return { id: `step-${number}`, type, config: emptyConfig(type), delay_seconds: 0, on_error: 'stop' }
}
