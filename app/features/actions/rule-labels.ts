import { operatorLabels, type RuleOp, ruleOps } from '#app/features/actions/operator-labels.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { ownValue } from '#app/primitives/objects.ts'
import type { DirectoryKind } from '#app/ui/forms/directory.tsx'

/** Kind of a field's values, which decides the comparisons and the input. */
export type FieldKind = DirectoryKind | 'text' | 'number' | 'truth' | 'event'

type RuleField = { label: string; kind: FieldKind; isPlural?: true }

const labels: Record<string, RuleField> = {
  type: { label: 'Event', kind: 'event' },
  'actor.id': { label: 'Member', kind: 'user' },
  'actor.name': { label: 'Member’s name', kind: 'text' },
  'actor.is_bot': { label: 'Member is a bot', kind: 'truth' },
  'channel.id': { label: 'Channel', kind: 'channel' },
  'channel.name': { label: 'Channel’s name', kind: 'text' },
  'target.id': { label: 'Target', kind: 'text' },
  'target.kind': { label: 'Kind of target', kind: 'text' },
  'target.name': { label: 'Target’s name', kind: 'text' },
  'data.content': { label: 'Message text', kind: 'text' },
  'data.length': { label: 'Message length', kind: 'number' },
  'data.nick': { label: 'Nickname', kind: 'text' },
  'data.emoji': { label: 'Emoji', kind: 'emoji' },
  'data.category_id': { label: 'Category', kind: 'category' },
  'data.forum_id': { label: 'Forum', kind: 'channel' },
  'data.from_channel_id': { label: 'Previous channel', kind: 'channel' },
  'data.starts_at': { label: 'Start time', kind: 'text' },
  'data.command': { label: 'Command', kind: 'text' },
  'data.subcommand': { label: 'Subcommand', kind: 'text' },
  'data.options': { label: 'Options', kind: 'text', isPlural: true },
  'data.failed': { label: 'Command failed', kind: 'truth' },
  'data.control': { label: 'Button or select', kind: 'text' },
  'data.kind': { label: 'Type of entry', kind: 'text' },
  'data.title': { label: 'Title', kind: 'text' },
  'data.description': { label: 'Description', kind: 'text' },
  'data.url': { label: 'URL', kind: 'text' },
  'data.image_url': { label: 'URL of the share image', kind: 'text' },
  'data.tags': { label: 'Tags', kind: 'text', isPlural: true },
  'data.values': { label: 'Selected values', kind: 'text', isPlural: true },
}

/** Labels of the parts of a rule in forms. */
export const rulePartLabels = { field: 'Field', op: 'Comparison', value: 'Value' }

/** Checks whether a field has a label, and not only a path. */
export const hasLabel = (path: string) => ruleField(path).label !== path

/** Kinds of event targets, by the start of the event's type. */
const targets: readonly [RegExp, string, FieldKind][] = [
  [/^MEMBER_ROLE_/, 'Role', 'role'],
  [/^MEMBER_(?:UN)?BAN$/, 'Banned user', 'user'],
  [/^(?:CHANNEL|THREAD)_/, 'Channel', 'channel'],
  [/^(?:MESSAGE|REACTION)_/, 'Message', 'text'],
  [/^ENTRY_/, 'Entry', 'text'],
]

/** Returns the label of an event field, and the kind of its values. The target depends on the events. */
export function ruleField(path: string, events: readonly EventType[] = []): RuleField {
  const [, name] = /^data\.(?:options|fields)\.(.+)$/.exec(path) ?? []
  if (name)
    return { label: `${path.startsWith('data.options') ? 'Option' : 'Form field'} “${name}”`, kind: 'text' }
  const found = ownValue(labels, path)
  const target = targets.find(([type]) => events.length > 0 && events.every((event) => type.test(event)))
  if (target && path === 'target.id') return { label: target[1], kind: target[2] }
  if (target && path === 'target.name') return { label: `${target[1]}’s name`, kind: 'text' }
  return found ?? { label: path, kind: 'text' }
}

const isText: readonly RuleOp[] = ['eq', 'neq', 'in', 'not_in', 'exists']
const opsOfKind: Record<FieldKind, readonly RuleOp[]> = {
  truth: ['eq', 'exists'],
  user: isText,
  role: isText,
  channel: isText,
  category: isText,
  emoji: isText,
  event: ['eq', 'neq'],
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'exists'],
  text: ruleOps.filter((op) => !/^[gl]te?$/.test(op)),
}

/** Returns the comparisons for a kind, and the current comparison, which can be from a rule written as JSON. */
export const opsFor = (kind: FieldKind, current: RuleOp) =>
  ruleOps
    .filter((op) => op === current || opsOfKind[kind].includes(op))
    .map((value) => ({ value, name: operatorLabels[value].label }))

/** Returns the comparison after the field has changed. */
export const opAfterChange = (kind: FieldKind, op: RuleOp): RuleOp =>
  opsOfKind[kind].includes(op) ? op : 'eq'
