import type { Generated } from 'kysely'
import type { Scope } from '#app/access.ts'
import type {
  Users,
  Sessions,
  Identities,
  AccountTokens,
  PendingSignups,
  OwnerChanges,
  Audit,
  Outbox,
  SetupLinks,
  Secrets,
} from '#app/db/account-tables.ts'
import type { Day, Flag, Json, Time } from '#app/db/columns.ts'

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
