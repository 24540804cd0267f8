import { createHash } from 'node:crypto'
import type { CommandRow } from '#app/features/commands/store.server.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import { commandTypes } from '#app/features/commands/schema.ts'

/** What of a command Discord is told. */
export type RegistrationFields = Pick<
  CommandRow,
  'name' | 'type' | 'description' | 'options' | 'default_member_permissions' | 'contexts'
>

/** A command as Discord takes it. */
export type RegistrationBody = {
  name: string
  type: number
  description?: string
  options?: CommandOption[]
  default_member_permissions: string | null
  contexts: number[]
}

/** What Discord is told of a command. Only typed ones have a description and options. */
export function registrationBody(row: RegistrationFields): RegistrationBody {
  const { name, type, description, default_member_permissions } = row
  const isTyped = type === commandTypes.chat_input
  return {
    name,
    type,
    ...(isTyped ? { description, options: optionsOf(JSON.parse(row.options) as CommandOption[]) } : {}),
    default_member_permissions: permissionsOf(default_member_permissions),
    contexts: JSON.parse(row.contexts) as number[],
  }
}

/** A bitfield has one way to be written. */
export const permissionsOf = (bits: string | null | undefined): string | null =>
  bits ? String(BigInt(bits)) : null

/** Choices beside `autocomplete` are what we suggest: Discord refuses both. What only says no is left out. */
export function optionsOf(options: CommandOption[]): CommandOption[] {
  return options.map(({ required, autocomplete, choices, options: inner, channel_types, ...option }) => ({
    ...option,
    ...(required ? { required } : {}),
    ...(autocomplete ? { autocomplete } : choices?.length ? { choices } : {}),
    ...(inner?.length ? { options: optionsOf(inner) } : {}),
    ...(channel_types?.length ? { channel_types: [...channel_types].sort((a, b) => a - b) } : {}),
  }))
}

/** The SHA-256 of what Discord is told of a command. */
export const registrationHash = (row: RegistrationFields): string => bodyHash(registrationBody(row))

/** The SHA-256 of a body. */
export const bodyHash = (body: RegistrationBody): string => hashOf(body)

/** The SHA-256 of JSON, whatever the order of the keys in it. */
export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

/** True when Discord has the command as it stands here. */
export const isRegistered = (
  row: RegistrationFields & Pick<CommandRow, 'enabled' | 'registered_hash'>,
): boolean =>
  row.enabled === 1 && row.registered_hash !== null && row.registered_hash === registrationHash(row)

/** JSON with the keys of every object in order, and without what is undefined. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** The words that a type and a name make together: no two commands of a guild share both. */
export const keyOf = ({ name, type }: { name: string; type: number }) => `${type} ${name}`
