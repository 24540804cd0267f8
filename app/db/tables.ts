import type { Generated } from 'kysely'
import type { Actor, Role, Scope } from '#app/access.ts'

/** ISO-8601 UTC text with milliseconds and `Z`, so that order by text is order by time. */
type Time = string
/** A calendar day in UTC, `YYYY-MM-DD`. */
type Day = string
/** 0 or 1. */
type Flag = number
/** JSON as text. The type names what it holds. */
export type Json<T> = string & { readonly json?: T }

type Users = {
  id: string
  email: string
  name: string
  role: Role
  password_hash: string | null
  created_at: Time
  email_verified_at: Time | null
  avatar_url: string | null
  theme: Generated<'system' | 'light' | 'dark'>
  disabled_at: Time | null
}
type Sessions = {
  id: string
  token_hash: string
  user_id: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  user_agent: string | null
  ip_prefix: string | null
  /** How the user proved who they are when it was opened: `password`, or the name of a provider. */
  method: string
  /** Set when what the user may do has changed: the next request gets a session with another id. */
  renew: Generated<Flag>
}
type Identities = {
  id: string
  user_id: string
  provider: string
  provider_user_id: string
  username: string
  created_at: Time
  last_used_at: Time
}
type AccountTokens = { id: string; user_id: string; purpose: string; token_hash: string; expires_at: Time }
type PendingSignups = {
  id: string
  email: string
  name: string
  password_hash: string
  token_hash: string | null
  expires_at: Time
}
type OwnerChanges = { id: Generated<number>; count: Generated<number> }
type Audit = {
  id: string
  at: Time
  action: string
  actor_kind: Actor['kind']
  actor_id: string | null
  actor_name: string | null
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  address: string | null
  request_id: string | null
  details: Json<Record<string, unknown>>
}
type Outbox = {
  id: string
  kind: string
  recipient: string
  data: Json<Record<string, unknown>>
  status: 'waiting' | 'sent' | 'dropped' | 'failed'
  attempts: number
  created_at: Time
  next_attempt_at: Time
  settled_at: Time | null
  last_error: string | null
}
type SetupLinks = { id: string; token_hash: string; expires_at: Time }
type Secrets = { name: string; value: string; created_at: Time }

type Guilds = {
  id: string
  name: string
  created_at: Time
  stats_changed_at: Time | null
  stats_revision: Generated<number>
}
type ApiKeys = {
  id: string
  guild_id: string
  name: string
  hash: string
  scopes: Json<Scope[]>
  created_at: Time
  expires_at: Time | null
  revoked_at: Time | null
  last_used_at: Time | null
}
type Runners = {
  id: string
  name: string
  guild_id: string | null
  hash: string
  created_at: Time
  revoked_at: Time | null
  last_seen_at: Time | null
}
type RunnerSessions = {
  id: string
  runner_id: string
  instance_key: string
  name: string
  version: string
  slots: number
  connected_at: Time
  last_seen_at: Time
  disconnected_at: Time | null
}

type Commands = {
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
  response: Json<{ type: string; content: string | null; embed: unknown }>
  use_count: number
  error_count: number
  last_used_at: Time | null
  created_at: Time
  updated_at: Time
  version: number
}
type Automations = {
  id: string
  guild_id: string
  name: string
  description: string | null
  enabled: Flag
  definition: Json<unknown>
  run_count: number
  success_count: number
  failure_count: number
  last_triggered_at: Time | null
  created_at: Time
  updated_at: Time
  version: number
}
type Interactions = { id: string; guild_id: string | null; answer: Json<unknown>; created_at: Time }

type Events = {
  id: string
  guild_id: string
  type: string
  occurred_at: Time
  received_at: Time
  actor: Json<unknown> | null
  target: Json<unknown> | null
  channel: Json<unknown> | null
  data: Json<unknown>
}
type Snapshots = {
  guild_id: string
  recorded_at: Time
  member_count: number
  human_count: number
  bot_count: number
  online_count: number | null
  channel_count: number
  role_count: number
  emoji_count: number
  boost_count: number
  boost_level: number
}
export type DailyCounters = {
  member_joins: number
  member_leaves: number
  message_count: number
  message_unique_users: number
  voice_total_seconds: number
  voice_unique_users: number
  voice_peak_concurrent: number
  command_count: number
  command_error_count: number
  automation_run_count: number
  automation_error_count: number
  total_events: number
}
type DailyStats = { guild_id: string; date: Day; member_count: number | null } & DailyCounters
type DailyActors = { guild_id: string; date: Day; kind: 'message' | 'voice'; user_id: string }
type DailyChannels = { guild_id: string; date: Day; channel_id: string; name: string; message_count: number }
type DailyCommands = { guild_id: string; date: Day; name: string; use_count: number; error_count: number }
type ContentState = { id: Generated<number>; revision: Generated<number>; changed_at: Time | null }
type VoiceStates = { guild_id: string; user_id: string; joined_at: Time }

/** Every table. Ids are text: ULIDs of our own, snowflakes where Discord named the thing. */
export type Tables = {
  users: Users
  sessions: Sessions
  identities: Identities
  account_tokens: AccountTokens
  pending_signups: PendingSignups
  owner_changes: OwnerChanges
  audit: Audit
  outbox: Outbox
  setup_links: SetupLinks
  secrets: Secrets
  guilds: Guilds
  api_keys: ApiKeys
  runners: Runners
  runner_sessions: RunnerSessions
  commands: Commands
  automations: Automations
  interactions: Interactions
  events: Events
  snapshots: Snapshots
  daily_stats: DailyStats
  daily_actors: DailyActors
  daily_channels: DailyChannels
  daily_commands: DailyCommands
  voice_states: VoiceStates
  content_state: ContentState
}
