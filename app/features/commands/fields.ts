import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { Issue } from '#app/errors.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { bitfieldOf, bitsOf, isFullyKnown, knownBits } from '#app/features/commands/permissions.ts'

/** Form fields that contain JSON, with their default values. */
const jsonFields = { options: [], actions: [], components: [], modal: null, 'response.embed': null } as const
type Nested = keyof typeof jsonFields

export const contextOptions = [
  { value: 0, name: 'In servers' },
  { value: 1, name: 'In direct messages with the bot' },
  { value: 2, name: 'In other direct messages' },
] as const

export const mentionOptions = [
  { value: 'users', name: 'Members' },
  { value: 'roles', name: 'Roles' },
  { value: 'everyone', name: '@everyone and @here' },
] as const

/** Returns the audience option for a bitfield: everyone, selected permissions, or the bitfield itself. */
export const audienceOf = (bitfield: string | null) =>
  bitfield === null ? 'everyone' : isFullyKnown(bitfield) ? 'picked' : 'bitfield'

/** Returns the permission bits to select for a bitfield. */
export const selectedBits = (bitfield: string | null) =>
  bitsOf(bitfield).filter((bit) => knownBits.includes(bit))

type Values = Readonly<Record<string, string>>

/** Reads form fields before schema validation. Also returns issues for invalid JSON and numbers. */
export function readFields(values: Values): { input: Record<string, unknown>; issues: Issue[] } {
  const issues: Issue[] = []
  const json = (name: Nested): unknown => {
    const text = values[name]?.trim()
    if (!text) return jsonFields[name]
    try {
      return parseLimited(text)
    } catch (error) {
      issues.push({ path: name, message: `Enter valid JSON: ${(error as Error).message}.` })
      return jsonFields[name]
    }
  }
  const isTicked = (name: string) => values[name] === 'yes'
  const seconds = values.cooldown_seconds?.trim() || '0'
  if (!/^\d{1,9}$/.test(seconds)) {
    issues.push({
      path: 'cooldown_seconds',
      message: 'Use a whole number of seconds up to 86,400 (one day).',
    })
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

/** Converts CRLF line endings from forms to LF, and empty text to null. */
const normalizeNewlines = (text: string | undefined) => text?.replaceAll('\r\n', '\n') || null

function audience(values: Values): string | null {
  if (values.audience === 'everyone') return null
  if (values.audience === 'bitfield') return values.default_member_permissions?.trim() ?? ''
  return bitfieldOf(knownBits.filter((bit) => values[`permissions.${bit}`] === 'yes'))
}

/** Applies the plain fields of a submitted form to a draft. Editors for nested fields keep their own submitted text. */
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
