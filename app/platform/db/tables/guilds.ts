import type { Generated } from 'kysely'
import type { Flag, Stored, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

/** Last author of a versioned row, as in `signature`. */
type Changed = { updated_by: string | null; updated_by_id: string | null }
type Fault = { code: string; message: string; at: Time }

export type Guilds = {
  id: string
  name: string
  state: Generated<'pending' | 'active' | 'unavailable' | 'left' | 'blocked'>
  /** Hash of the icon, from Discord. */
  icon: string | null
  owner_id: string | null
  /** Number of members in the last report of a runner. */
  member_count: number | null
  /** Application of the bot that is in the guild. */
  application_id: string | null
  /** First report since the bot joined. Null if no runner has reported the guild. */
  joined_at: Time | null
  approved_at: Time | null
  left_at: Time | null
  created_at: Time
  stats_changed_at: Time | null
  stats_revision: Generated<number>
}
export type GuildPolicy = {
  id: string
  policy: 'allow_list' | 'ask' | 'open'
  /** Days after which the bot leaves a pending guild, or null. */
  leave_after_days: number | null
}
export type GuildClaims = {
  guild_id: string
  user_id: string
  /** Discord account that the claim depends on. The claim is deleted with it. */
  identity_id: string
  checked_at: Time
  /** Last failed check. */
  tried_at: Time
  /** Number of events that ended the validity of a check. */
  expirations: Generated<number>
  suspended_at: Time | null
  created_at: Time
}
export type FoundGuilds = { user_id: string; guilds: Json<Stored['found_guilds.guilds']>; found_at: Time }
export type GuildSettings = Changed & {
  guild_id: string
  settings: Json<Stored['guild_settings']>
  version: number
  updated_at: Time
}
/** Channels or roles of a guild, as reported by its runner. */
export type Directories = {
  guild_id: string
  kind: 'roles' | 'channels' | 'emojis'
  /** Revision of the runner. Increases with each change. */
  rev: number
  items: Json<Stored['directories.items']>
  /** The bot with its roles. Only in the row of the roles. */
  bot: Json<Stored['directories.bot']> | null
  /** Number of deleted items. */
  deleted: number
  updated_at: Time
}
export type GuildManagers = { guild_id: string; user_id: string; created_at: Time }

export type Commands = Changed & {
  id: string
  guild_id: string
  name: string
  type: number
  description: string
  enabled: Flag
  options: Json<Stored['commands.options']>
  default_member_permissions: string | null
  contexts: Json<Stored['commands.contexts']>
  ephemeral: Flag
  defer: Generated<Flag>
  cooldown_seconds: Generated<number>
  response: Json<Stored['commands.response']>
  actions: Generated<Json<Stored['commands.actions']>>
  components: Generated<Json<Stored['commands.components']>>
  modal: Json<Stored['commands.modal']> | null
  allowed_mentions: Generated<Json<Stored['commands.allowed_mentions']>>
  source: Generated<string>
  use_count: number
  error_count: number
  last_used_at: Time | null
  last_error: Json<{ message: string; at: Time }> | null
  discord_command_id: string | null
  registered_at: Time | null
  /** Hash of the registered definition, to detect changes. */
  registered_hash: string | null
  /** Time at which the service disabled the command because a condition took too long. */
  stopped_at: Time | null
  created_at: Time
  updated_at: Time
  version: number
}
export type CommandRegistrations = {
  guild_id: string
  /** Hash of the registered set of commands, or null if it is unknown. */
  hash: string | null
  /** Last registration response of Discord. */
  registered: Json<Registered> | null
  registered_at: Time | null
  last_error: Json<Fault> | null
  /** Holder of the registration lock, until `claimed_until`. */
  claim: string | null
  claimed_until: Time | null
}
type Registered = {
  application_id: string
  commands: { id: string | null; name: string; type: number; hash: string }[]
}

export type Automations = Changed & {
  id: string
  guild_id: string
  name: string
  description: string | null
  enabled: Flag
  ever_enabled: Generated<Flag>
  definition: Json<Stored['automations.definition']>
  run_count: number
  success_count: number
  failure_count: number
  last_triggered_at: Time | null
  last_outcome: string | null
  last_error: Json<Fault> | null
  next_run_at: Time | null
  /** Time at which the service disabled the automation because its conditions took too long. */
  stopped_at: Time | null
  created_at: Time
  updated_at: Time
  version: number
}
export type Integrations = Changed & {
  guild_id: string
  slug: string
  enabled: Flag
  version: number
  updated_at: Time
}
export type Heartbeats = { guild_id: string; slug: string; at: Time | null; last_error: Json<Fault> | null }
