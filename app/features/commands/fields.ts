import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { Issue } from '#app/errors.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { bitfieldOf, bitsOf, isFullyKnown, knownBits } from '#app/features/commands/permissions.ts'

/** The parts of a command that a form sends as JSON, and what stands for one that is left empty. */
const jsonFields = { options: [], actions: [], components: [], modal: null, 'response.embed': null } as const
type Nested = keyof typeof jsonFields

export const contextOptions = [
  { value: 0, name: 'In servers' },
  { value: 1, name: 'In private messages with the bot' },
  { value: 2, name: 'In other private messages' },
] as const

export const mentionOptions = [
  { value: 'users', name: 'Members' },
  { value: 'roles', name: 'Roles' },
  { value: 'everyone', name: '@everyone and @here' },
] as const

/** How a form says who may use a command: all, those with the permissions that are ticked, or by a bitfield as it is. */
export const audienceOf = (bitfield: string | null) =>
  bitfield === null ? 'everyone' : isFullyKnown(bitfield) ? 'picked' : 'bitfield'

/** The boxes of the permissions that are ticked. */
export const selectedBits = (bitfield: string | null) =>
  bitsOf(bitfield).filter((bit) => knownBits.includes(bit))

type Values = Readonly<Record<string, string>>

/** What the fields of a form say, before a schema looks at it, and what of it is no JSON or no number. */
export function readFields(values: Values): { input: Record<string, unknown>; issues: Issue[] } {
  const issues: Issue[] = []
  const json = (name: Nested): unknown => {
    const text = values[name]?.trim()
    if (!text) return jsonFields[name]
    try {
      return parseLimited(text)
    } catch (error) {
      issues.push({ path: name, message: `This is not JSON: ${(error as Error).message}.` })
      return jsonFields[name]
    }
  }
  const isTicked = (name: string) => values[name] === 'yes'
  const seconds = values.cooldown_seconds?.trim() || '0'
  if (!/^\d{1,9}$/.test(seconds)) {
    issues.push({ path: 'cooldown_seconds', message: 'A whole number of seconds up to 86400.' })
  }
  const type = Number(values.type)
  const input = {
    type,
    name: values.name ?? '',
    ...(type === 1 ? { description: values.description ?? '', options: json('options') } : {}),
    enabled: isTicked('enabled'),
    ephemeral: isTicked('ephemeral'),
    defer: isTicked('defer'),
    cooldown_seconds: /^\d{1,9}$/.test(seconds) ? Number(seconds) : 0,
    default_member_permissions: audience(values),
    contexts: contextOptions.map(({ value }) => value).filter((value) => isTicked(`contexts.${value}`)),
    allowed_mentions: mentionOptions
      .map(({ value }) => value)
      .filter((value) => isTicked(`mentions.${value}`)),
    response: {
      type: values['response.type'],
      content:
        values['response.type'] === 'action_only' ? null : normalizeNewlines(values['response.content']),
      embed: values['response.type'] === 'embed' ? json('response.embed') : null,
    },
    actions: json('actions'),
    components: json('components'),
    modal: json('modal'),
  }
  return { input, issues }
}

/** A text as it was typed; forms end its lines as mail does. */
const normalizeNewlines = (text: string | undefined) => text?.replaceAll('\r\n', '\n') || null

function audience(values: Values): string | null {
  if (values.audience === 'everyone') return null
  if (values.audience === 'bitfield') return values.default_member_permissions?.trim() ?? ''
  return bitfieldOf(knownBits.filter((bit) => values[`permissions.${bit}`] === 'yes'))
}

/** A draft with what a form that came back has in its plain fields; what is nested keeps its own text beside its editor. */
export function withSubmittedFields(base: CommandDraft, values: Values): CommandDraft {
  const {
    options: _,
    actions: __,
    components: ___,
    modal: ____,
    response,
    ...plain
  } = readFields(values).input
  const { type, content } = response as CommandDraft['response']
  return { ...base, ...plain, type: base.type, response: { ...base.response, type, content } }
}
