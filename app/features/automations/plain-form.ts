import type { Rule } from '#app/features/actions/conditions.ts'
import { withActionType } from '#app/features/actions/config-fields.ts'
import { changeRule, newRule } from '#app/features/actions/rule-values.ts'
import { eventsIn, isAction, isRule, newAction } from '#app/features/automations/draft.ts'
import { isObject } from '#app/primitives/objects.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { namedValue } from '#app/primitives/named-values.ts'

type Values = Record<string, string>

const RULES = 'conditions.rules'
const ACTIONS = 'actions'
const SAMPLE = 'sample:'

/** Intent of a form without scripts that adds, moves or removes a row and is shown again. */
export const EDIT = 'edit'

/**
 * Converts the fields of a form without scripts to the JSON that scripts submit. An intent such as `edit add actions` also
 * changes the rows. Returns other forms unchanged.
 */
export function readPlainFields(values: Values): Values {
  if (values.plain !== 'yes') return values
  const [intent = '', act = '', path = '', from = '', to = ''] = (values.intent ?? '').split(' ')
  const edited = intent === EDIT ? { act, path, from: Number(from), to: Number(to) } : undefined
  const events = eventsIn(values)
  const rules = listOf(namedValue(values, RULES)).map((rule) => readRule(rule, events))
  const actions = readActions(listOf(namedValue(values, ACTIONS)))
  if (edited) {
    const field = /^actions\.(\d+)\.config\.embed\.fields$/.exec(edited.path)
    if (edited.path === RULES) change(rules, edited, newRule)
    if (edited.path === ACTIONS)
      change(actions, edited, () => newAction('SEND_MESSAGE', actions.filter(isAction)))
    if (field) changeEmbed(actions[Number(field[1])], edited)
  }
  const kept = Object.entries(values).filter(([name]) => !/^(?:conditions\.rules|actions)\./.test(name))
  return {
    ...Object.fromEntries(kept),
    ...(values.try && { try: fitSample(values.try, events) }),
    intent,
    [RULES]: JSON.stringify(rules),
    [ACTIONS]: JSON.stringify(actions),
  }
}

/** Returns the choice of the test event. A sample of an event that is no longer a trigger becomes one of the first trigger. */
const fitSample = (choice: string, [first, ...others]: readonly EventType[]) =>
  first && choice.startsWith(SAMPLE) && ![first, ...others].some((type) => choice === SAMPLE + type)
    ? SAMPLE + first
    : choice

/** Returns the rows. A value that is no list becomes a row that the schema refuses, so that no condition is lost. */
const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : ['unreadable']

/**
 * Reads a rule. A field that is not in the list is typed beside it, and chosen from the list again. `was` has the
 * comparison and the field that the value was entered for.
 */
function readRule(given: unknown, events: readonly EventType[]): unknown {
  if (!isObject(given)) return given
  const { choice, field = '', op, value = '', was } = given
  const rule = { field: choice || field, op, value: value as Rule['value'] }
  const [, heldOp, heldField] = /^(\w+) (.*)$/.exec(String(was)) ?? []
  const held = { field: heldField, op: heldOp, value: rule.value }
  return isRule(rule) && isRule(held) ? changeRule(held, rule, events) : rule
}

/** Reads actions, without empty fields and without fields of the type that was chosen before. */
const readActions = (actions: unknown[]): unknown[] =>
  actions.map((given) => {
    if (!isObject(given)) return given
    const { delay_seconds, ...rest } = given
    const config = withHeaders(filled(given.config))
    const action = { ...rest, config, delay_seconds: delay_seconds === '' ? 0 : delay_seconds }
    return isAction(action) ? withActionType(action, action.type) : action
  })

/** Removes empty texts, and objects without properties. Lists keep their items. */
function filled(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {}
  const parts = Object.entries(value).map(([name, part]) => [name, isObject(part) ? filled(part) : part])
  return Object.fromEntries(
    parts.filter(([, part]) => part !== '' && !(isObject(part) && Object.keys(part).length === 0)),
  ) as Record<string, unknown>
}

/** Reads headers, which are lines of text. */
function withHeaders({ headers, ...config }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(headers)) return config
  const lines = headers.map(String).filter((line) => line.trim())
  if (!lines.length) return config
  const pairs = lines.map((line) => {
    const [name = '', ...rest] = line.split(':')
    return [name.trim(), rest.join(':').trim()]
  })
  return { ...config, headers: Object.fromEntries(pairs) as unknown }
}

type Edit = { act: string; path: string; from: number; to: number }

/** Adds, removes or moves a row of a list. */
function change(rows: unknown[], { act, from, to }: Edit, make: () => unknown): void {
  if (act === 'add') rows.push(make())
  if (!(from in rows)) return
  if (act === 'remove') rows.splice(from, 1)
  if (act === 'move' && to in rows) rows.splice(to, 0, ...rows.splice(from, 1))
}

/** Changes the fields of an action's embed. */
function changeEmbed(action: unknown, edited: Edit): void {
  if (!isObject(action) || !isObject(action.config)) return
  const embed = isObject(action.config.embed) ? action.config.embed : {}
  const fields = listOf(embed.fields)
  change(fields, edited, () => ({ name: '', value: '', inline: true }))
  action.config.embed = fields.length ? { ...embed, fields } : withoutFields(embed)
}

const withoutFields = ({ fields: _, ...embed }: Record<string, unknown>) => embed
