import type { Generated } from 'kysely'
import type { Flag, Json, Time } from '#app/platform/db/tables/columns.ts'

/** Who changed a versioned row last, as `signature` has it. */
type Changed = { updated_by: string | null; updated_by_id: string | null }
type Fault = { code: string; message: string; at: Time }

export type GuildSettings = Changed & {
  guild_id: string
  settings: Json<unknown>
  version: number
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
  options: Json<unknown[]>
  default_member_permissions: string | null
  contexts: Json<number[]>
  ephemeral: Flag
  defer: Generated<Flag>
  cooldown_seconds: Generated<number>
  response: Json<{ type: string; content: string | null; embed: unknown }>
  actions: Generated<Json<unknown[]>>
  components: Generated<Json<unknown[]>>
  modal: Json<unknown> | null
  allowed_mentions: Generated<Json<string[]>>
  source: Generated<string>
  use_count: number
  error_count: number
  last_used_at: Time | null
  last_error: Json<{ message: string; at: Time }> | null
  discord_command_id: string | null
  registered_at: Time | null
  /** What of the command is registered, so that a change shows. */
  registered_hash: string | null
  /** When the service switched it off because a condition took too long. */
  stopped_at: Time | null
  created_at: Time
  updated_at: Time
  version: number
}
export type CommandRegistrations = {
  guild_id: string
  /** Of the set that Discord has; null when that is not known for sure. */
  hash: string | null
  /** What Discord answered last. */
  registered: Json<Registered> | null
  registered_at: Time | null
  last_error: Json<Fault> | null
  /** Who registers right now, until when. */
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
  definition: Json<unknown>
  run_count: number
  success_count: number
  failure_count: number
  last_triggered_at: Time | null
  last_outcome: string | null
  last_error: Json<Fault> | null
  next_run_at: Time | null
  /** When the service switched it off because its conditions took too long. */
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
