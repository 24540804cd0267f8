import { withoutSecrets } from '#app/features/actions/schema.ts'
import type { CommandRow } from '#app/features/commands/store.server.ts'
import { isRegistered } from '#app/features/commands/registration/body.server.ts'
import type { Command, CommandInput } from '#app/features/commands/schema.ts'

/** The columns that a command’s author writes. */
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

/** A command as it is shown. Its parts were checked when they were written. */
export const presentCommand = (row: CommandRow): Command => ({
  id: row.id,
  name: row.name,
  type: row.type as Command['type'],
  description: row.description,
  enabled: row.enabled === 1,
  options: JSON.parse(row.options) as Command['options'],
  default_member_permissions: row.default_member_permissions,
  contexts: JSON.parse(row.contexts) as Command['contexts'],
  ephemeral: row.ephemeral === 1,
  defer: row.defer === 1,
  cooldown_seconds: row.cooldown_seconds,
  response: JSON.parse(row.response) as Command['response'],
  actions: JSON.parse(row.actions) as Command['actions'],
  components: JSON.parse(row.components) as Command['components'],
  modal: row.modal ? (JSON.parse(row.modal) as Command['modal']) : null,
  allowed_mentions: JSON.parse(row.allowed_mentions) as Command['allowed_mentions'],
  source: row.source as Command['source'],
  registered: isRegistered(row),
  discord_command_id: row.discord_command_id,
  registered_at: row.registered_at,
  use_count: row.use_count,
  error_count: row.error_count,
  last_used_at: row.last_used_at,
  last_error: row.last_error ? (JSON.parse(row.last_error) as Command['last_error']) : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

/** A command as a key sees it: what gives access elsewhere is hidden. */
export const reportCommand = (row: CommandRow): Command => {
  const shown = presentCommand(row)
  return { ...shown, actions: shown.actions.map(withoutSecrets) }
}
