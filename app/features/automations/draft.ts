import { firstFreeId } from '#app/primitives/text.ts'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { isObject } from '#app/primitives/objects.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import { operatorLabels } from '#app/features/actions/operator-labels.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { actionLabels, emptyConfig } from '#app/features/actions/config-fields.ts'
import { orderedEvents, type EventType } from '#app/features/events/labels.ts'
import type { AutomationAction, AutomationInput } from '#app/features/automations/schema.ts'

export type Match = AutomationInput['conditions']['match']
export type Cooldown = AutomationInput['cooldown']

/** Form state of an automation. The schedule remains if its checkbox is cleared. */
export type AutomationDraft = Pick<AutomationInput, 'conditions' | 'actions' | 'cooldown'> & {
  events: EventType[]
  schedule: { cron: string; timezone: string }
}

/** Schedule that the editor offers first. */
const INITIAL_CRON = '0 16 * * 5'

/** Returns the events that are selected in submitted values. */
export const eventsIn = (values: Record<string, string>): EventType[] =>
  orderedEvents.filter((type) => values[`trigger.events.${type}`] === 'yes')

/** Returns the initial form state, from the values of a rejected form or from the saved automation. */
export function draftOf(
  saved: Omit<AutomationInput, 'name' | 'description' | 'enabled'>,
  values: Record<string, string> | undefined,
  timezone: string,
): AutomationDraft {
  const { trigger, conditions, actions, cooldown } = saved
  if (!values) {
    const schedule = trigger.schedule ?? { cron: INITIAL_CRON, timezone }
    return { events: [...trigger.events], schedule, conditions, actions, cooldown }
  }
  const scopes = ['none', 'guild', 'channel', 'user'] as const
  return {
    events: eventsIn(values),
    schedule: {
      cron: values['trigger.schedule.cron'] ?? INITIAL_CRON,
      timezone: values['trigger.schedule.timezone'] ?? timezone,
    },
    conditions: {
      match: values['conditions.match'] === 'any' ? 'any' : 'all',
      rules: parseList(values['conditions.rules'], isRule) ?? conditions.rules,
    },
    actions: actionsIn(values) ?? actions,
    cooldown: {
      scope: scopes.find((scope) => scope === values['cooldown.scope']) ?? 'none',
      seconds: Number(values['cooldown.seconds']) || 0,
    },
  }
}

/** Returns the actions in submitted values, or undefined if the editor cannot show them. */
export const actionsIn = (values: Record<string, string>): AutomationAction[] | undefined =>
  parseList(values.actions, isAction)

/**
 * Parses a list whose items the editor can show. Returns undefined for other text, which remains unchanged in its
 * field.
 */
function parseList<T>(text: string | undefined, isItem: (item: unknown) => item is T): T[] | undefined {
  try {
    const list = parseLimited(text ?? '')
    return Array.isArray(list) && list.every(isItem) ? list : undefined
  } catch {
    return undefined
  }
}

export const isRule = (item: unknown): item is Rule =>
  isObject(item) && typeof item.field === 'string' && Object.hasOwn(operatorLabels, String(item.op))

const isFlat = (value: unknown) =>
  isObject(value) && !Object.values(value).some((one) => one instanceof Object)

/** Checks whether the editor can show an embed. Its texts can be empty. */
function isEmbed(value: unknown) {
  if (!isObject(value)) return false
  const { author = {}, footer = {}, image = {}, thumbnail = {}, fields = [], ...texts } = value
  return Array.isArray(fields) && [author, footer, image, thumbnail, texts, ...fields].every(isFlat)
}

export const isAction = (item: unknown): item is AutomationAction =>
  isObject(item) &&
  Object.hasOwn(actionLabels, String(item.type)) &&
  isObject(item.config) &&
  (item.config.embed === undefined || isEmbed(item.config.embed)) &&
  [item.id, item.on_error].every((value) => value === undefined || typeof value === 'string')

/** Creates an action with an unused id. */
export function newAction(type: ActionType, others: readonly { id: string }[]): AutomationAction {
  const id = firstFreeId('step', others, others.length + 1)
  return { id, type, config: emptyConfig(type), delay_seconds: 0, on_error: 'stop' }
}
