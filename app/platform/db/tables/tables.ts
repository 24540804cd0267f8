import type { Generated } from 'kysely'
import type { Scope } from '#app/access.ts'
import type {
  AccountTokens,
  Audit,
  IdempotencyKeys,
  Identities,
  Invitations,
  NoticeMarks,
  Outbox,
  OwnerChanges,
  PendingSignups,
  Secrets,
  Sessions,
  SetupLinks,
  SpentConfirmations,
  Users,
} from '#app/platform/db/tables/accounts.ts'
import type {
  ChatConversations,
  ChatEvents,
  ChatMessages,
  ChatOutcomes,
  ChatPeople,
} from '#app/platform/db/tables/chat.ts'
import type {
  CmsDrafts,
  CmsEntries,
  CmsRevisions,
  ContentState,
  EntryAnnouncements,
  Media,
  MediaBlobs,
  PublishedEntries,
  Redirects,
  SiteSettingsRow,
} from '#app/platform/db/tables/content.ts'
import type {
  ChallengeHealth,
  ContactSubmissions,
  SolvedChallenges,
} from '#app/platform/db/tables/contact.ts'
import type { CommandCooldowns, DeferredAnswers, Interactions } from '#app/platform/db/tables/interactions.ts'
import type {
  Automations,
  CommandRegistrations,
  Commands,
  Directories,
  FoundGuilds,
  GuildClaims,
  GuildManagers,
  GuildPolicy,
  Guilds,
  GuildSettings,
  Heartbeats,
  Integrations,
} from '#app/platform/db/tables/guilds.ts'
import type { PageComments, PageVotes, ReaderCounts } from '#app/platform/db/tables/readers.ts'
import type { Stored, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'
import type {
  AutomationCooldowns,
  AutomationPaces,
  JobAttempts,
  Jobs,
  Leaders,
  Runs,
} from '#app/platform/db/tables/jobs.ts'
import type {
  DailyActors,
  DailyChannels,
  DailyCommands,
  DailySnapshots,
  DailyStats,
  Events,
  HourlyStats,
  Snapshots,
  Sweeps,
  VoiceStates,
} from '#app/platform/db/tables/stats.ts'

type Bots = {
  application_id: string
  name: string
  /** User id of the bot, which can differ from the id of its application. */
  user_id: string
  /** URL of the picture at Discord. */
  icon: string | null
  public_key: string
  /** Encrypted token. Null for a bot whose token is in the environment. */
  token: string | null
  /** Hash of the token in the environment that belongs to this application. */
  environment_hash: string | null
  /** Application as Discord described it at `checked_at`. */
  facts: Json<Stored['bots.facts']>
  checked_at: Time
  /** Reason that the last check failed, or null. */
  problem: Json<{ code: string; message: string; at: Time }> | null
  connected_at: Time | null
  connected_by: string | null
  connected_by_id: string | null
  version: Generated<number>
}
type ApiKeys = {
  id: string
  /** Null for keys of the site. */
  guild_id: string | null
  name: string
  hash: string
  scopes: Json<Scope[]>
  created_at: Time
  expires_at: Time | null
  revoked_at: Time | null
  last_used_at: Time | null
  last_used_address: string | null
  replaced_by: string | null
  /** Networks that can use the key, in CIDR notation. Null for all networks. */
  networks: Json<string[]> | null
}
type KeyNetworks = { key_id: string; network: string; first_used_at: Time; last_used_at: Time }
type KeyRequests = {
  id: string
  guild_id: string
  name: string
  scopes: Json<Scope[]>
  purpose: string
  status: 'open' | 'granted' | 'declined' | 'cancelled'
  /** Reason of the owner who declined the request. */
  reason: string | null
  /** Key that was created for the request. */
  key_id: string | null
  requested_by: string | null
  requested_by_id: string | null
  created_at: Time
  decided_at: Time | null
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

/** All tables. Ids are text: ours are ULIDs, and Discord's are snowflakes. */
export type Tables = {
  users: Users
  sessions: Sessions
  identities: Identities
  account_tokens: AccountTokens
  pending_signups: PendingSignups
  invitations: Invitations
  owner_changes: OwnerChanges
  audit: Audit
  outbox: Outbox
  setup_links: SetupLinks
  secrets: Secrets
  guilds: Guilds
  bots: Bots
  api_keys: ApiKeys
  key_networks: KeyNetworks
  key_requests: KeyRequests
  runners: Runners
  runner_sessions: RunnerSessions
  guild_settings: GuildSettings
  directories: Directories
  found_guilds: FoundGuilds
  guild_claims: GuildClaims
  guild_managers: GuildManagers
  guild_policy: GuildPolicy
  commands: Commands
  command_registrations: CommandRegistrations
  automations: Automations
  automation_cooldowns: AutomationCooldowns
  automation_paces: AutomationPaces
  runs: Runs
  integrations: Integrations
  heartbeats: Heartbeats
  jobs: Jobs
  job_attempts: JobAttempts
  leaders: Leaders
  interactions: Interactions
  command_cooldowns: CommandCooldowns
  deferred_answers: DeferredAnswers
  events: Events
  snapshots: Snapshots
  daily_snapshots: DailySnapshots
  daily_stats: DailyStats
  daily_actors: DailyActors
  daily_channels: DailyChannels
  daily_commands: DailyCommands
  hourly_stats: HourlyStats
  voice_states: VoiceStates
  sweeps: Sweeps
  entry_announcements: EntryAnnouncements
  reader_counts: ReaderCounts
  page_votes: PageVotes
  page_comments: PageComments
  content_state: ContentState
  chat_people: ChatPeople
  chat_conversations: ChatConversations
  chat_messages: ChatMessages
  chat_events: ChatEvents
  chat_outcomes: ChatOutcomes
  published_entries: PublishedEntries
  redirects: Redirects
  site_settings: SiteSettingsRow
  cms_entries: CmsEntries
  cms_revisions: CmsRevisions
  cms_drafts: CmsDrafts
  media: Media
  media_blobs: MediaBlobs
  contact_submissions: ContactSubmissions
  solved_challenges: SolvedChallenges
  challenge_health: ChallengeHealth
  notice_marks: NoticeMarks
  spent_confirmations: SpentConfirmations
  idempotency_keys: IdempotencyKeys
}
