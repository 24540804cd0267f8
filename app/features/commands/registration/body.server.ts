import { createHash } from 'node:crypto'
import type { CommandRow } from '#app/features/commands/store.server.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import { commandTypes } from '#app/features/commands/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Fields of a command that are sent to Discord. */
export type RegistrationFields = Pick<
  CommandRow,
  'name' | 'type' | 'description' | 'options' | 'default_member_permissions' | 'contexts'
>

/** Command in Discord's format. */
export type RegistrationBody = {
  name: string
  type: number
  description?: string
  options?: CommandOption[]
  default_member_permissions: string | null
  contexts: number[]
}

/** Builds the registration body for a command. Only slash commands have a description and options. */
export function registrationBody(row: RegistrationFields): RegistrationBody {
  const { name, type, description, default_member_permissions } = row
  const isTyped = type === commandTypes.chat_input
  return {
    name,
    type,
    ...(isTyped ? { description, options: optionsOf(fromJson(row.options)) } : {}),
    default_member_permissions: permissionsOf(default_member_permissions),
    contexts: fromJson(row.contexts),
  }
}

/** Normalizes a permission bitfield. */
export const permissionsOf = (bits: string | null | undefined): string | null =>
  bits ? String(BigInt(bits)) : null

/**
 * Converts options to Discord's format. Omits false values. Also omits choices of options with `autocomplete`, because
 * Discord rejects such choices.
 */
export function optionsOf(options: CommandOption[]): CommandOption[] {
  return options.map(({ required, autocomplete, choices, options: inner, channel_types, ...option }) => ({
    ...option,
    ...(required ? { required } : {}),
    ...(autocomplete ? { autocomplete } : choices?.length ? { choices } : {}),
    ...(inner?.length ? { options: optionsOf(inner) } : {}),
    ...(channel_types?.length ? { channel_types: [...channel_types].sort((a, b) => a - b) } : {}),
  }))
}

/** Returns the SHA-256 of a command's registration body. */
export const registrationHash = (row: RegistrationFields): string => bodyHash(registrationBody(row))

/** Returns the SHA-256 of a registration body. */
export const bodyHash = (body: RegistrationBody): string => hashOf(body)

/** Returns the SHA-256 of JSON, regardless of key order. */
export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

/** Returns true if Discord has the current version of the command. */
export const isRegistered = (
  row: RegistrationFields & Pick<CommandRow, 'enabled' | 'registered_hash'>,
): boolean =>
  row.enabled === 1 && row.registered_hash !== null && row.registered_hash === registrationHash(row)

/** Serializes JSON with sorted keys and without undefined values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** Returns a key built from type and name, which is unique in a guild. */
export const keyOf = ({ name, type }: { name: string; type: number }) => `${type} ${name}`
