import type { CommandRow } from '#app/features/commands/store.server.ts'
import { isRegistered } from '#app/features/commands/registration/body.server.ts'
import type { Command, CommandInput } from '#app/features/commands/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Maps the editable fields of a command to columns. */
export const rowOfCommand = (input: CommandInput) => ({
  name: input.name,
  type: input.type,
  description: input.description,
  enabled: Number(input.enabled),
  options: JSON.stringify(input.options),
  default_member_permissions: input.default_member_permissions,
  contexts: JSON.stringify(input.contexts),
  ephemeral: Number(input.ephemeral),
  defer: Number(input.defer),
  cooldown_seconds: input.cooldown_seconds,
  response: JSON.stringify(input.response),
  actions: JSON.stringify(input.actions),
  components: JSON.stringify(input.components),
  modal: input.modal && JSON.stringify(input.modal),
  allowed_mentions: JSON.stringify(input.allowed_mentions),
})

/** Converts a database row to a command. The stored fields were validated when they were saved. */
export const presentCommand = (row: CommandRow): Command => ({
  id: row.id,
  name: row.name,
  type: row.type as Command['type'],
  description: row.description,
  enabled: row.enabled === 1,
  options: fromJson(row.options),
  default_member_permissions: row.default_member_permissions,
  contexts: fromJson(row.contexts),
  ephemeral: row.ephemeral === 1,
  defer: row.defer === 1,
  cooldown_seconds: row.cooldown_seconds,
  response: fromJson(row.response),
  actions: fromJson(row.actions),
  components: fromJson(row.components),
  modal: fromJson(row.modal),
  allowed_mentions: fromJson(row.allowed_mentions),
  source: row.source as Command['source'],
  registered: isRegistered(row),
  discord_command_id: row.discord_command_id,
  registered_at: row.registered_at,
  use_count: row.use_count,
  error_count: row.error_count,
  last_used_at: row.last_used_at,
  last_error: fromJson(row.last_error),
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})
