import type { Property } from '#agent-tools/tool/schema.ts'

/** Start of the requested part of a list or text. */
export const offset = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'Start position: next_offset of the previous result.',
} as const satisfies Property

/** Maximum number of list items. The result can have fewer items to stay short. */
export const limit = {
  type: 'integer',
  minimum: 1,
  maximum: 50,
  default: 10,
  description: 'Maximum number of items.',
} as const satisfies Property

export const guildId = {
  type: 'string',
  pattern: String.raw`^\d{1,20}$`,
  description: 'Discord id of the server, from list_guilds.',
} as const satisfies Property

export const version = {
  type: 'integer',
  minimum: 0,
  description: 'Version that you read. If the item has changed since then, the call fails.',
} as const satisfies Property

/** Removes the fields' defaults, because an update keeps the current values of omitted fields. */
export function withoutDefaults<P extends Record<string, Property>>(fields: P): P {
  const without = Object.entries(fields).map(([name, { default: _, ...property }]) => [name, property])
  return Object.fromEntries(without) as P
}

/** Returns the named fields that are present in the input. */
export const pickGiven = (
  input: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  )

/** Returns the names of the fields that differ between two states. */
export const changedFields = (before: object, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify((before as Record<string, unknown>)[name]),
  )
