import type { Property } from '#agent-tools/tool/schema.ts'

/** Where a part of a list or of a text begins. */
export const offset = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'Where to start: next_offset of the answer before.',
} as const satisfies Property

/** How many of a list are wanted; the answer may hold fewer, so that it stays short. */
export const limit = {
  type: 'integer',
  minimum: 1,
  maximum: 50,
  default: 10,
  description: 'How many at most.',
} as const satisfies Property

export const guildId = {
  type: 'string',
  pattern: String.raw`^\d{1,20}$`,
  description: 'The Discord id of the guild, as list_guilds gives it.',
} as const satisfies Property

export const version = {
  type: 'integer',
  minimum: 0,
  description: 'The version that you read. When another stands by now, nothing is done.',
} as const satisfies Property

/** Fields without what is filled in where they are left out: for a change, that is what stands. */
export function withoutDefaults<P extends Record<string, Property>>(fields: P): P {
  const without = Object.entries(fields).map(([name, { default: _, ...property }]) => [name, property])
  return Object.fromEntries(without) as P
}

/** The fields among `names` that were given. */
export const pickGiven = (
  input: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  )

/** The names of the fields in which two states differ. */
export const changedFields = (before: object, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify((before as Record<string, unknown>)[name]),
  )
