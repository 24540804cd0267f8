import type { GatewayEvent } from '#app/features/events/schema.ts'

// Subset of Discord's dispatches that the runner reads: https://discord.com/developers/docs/events/gateway-events

export type User = { id: string; username: string; global_name?: string | null; bot?: boolean }
export type Member = {
  user?: User
  nick?: string | null
  roles?: string[]
  joined_at?: string | null
}
export type Channel = {
  id: string
  guild_id?: string
  type: number
  name?: string
  parent_id?: string | null
  position?: number
  /** Bit `1 << 17`: the bot cannot see the channel, and Discord sends a placeholder as the name. */
  flags?: number
  permission_overwrites?: Overwrite[]
}
export type Overwrite = { id: string; type: 0 | 1; allow: string; deny: string }
export type Role = {
  id: string
  name: string
  color?: number
  position?: number
  permissions?: string
  managed?: boolean
  tags?: Record<string, unknown>
}
/** Emojis with `roles` can only be used by members with one of these roles. */
export type Emoji = {
  id: string | null
  name: string | null
  animated?: boolean
  available?: boolean
  roles?: string[]
}
export type Guild = {
  id: string
  name: string
  icon?: string | null
  owner_id?: string
  unavailable?: boolean
  member_count?: number
  approximate_member_count?: number
  approximate_presence_count?: number
  channels?: Channel[]
  threads?: Channel[]
  roles?: Role[]
  emojis?: Emoji[]
  members?: Member[]
  voice_states?: { user_id: string; channel_id: string | null }[]
  premium_subscription_count?: number | null
  premium_tier?: number
}

type InGuild<T = object> = T & { guild_id: string }
type Message = {
  id: string
  guild_id?: string
  channel_id: string
  type?: number
  author?: User
  webhook_id?: string
  member?: Member
  content?: string
  timestamp?: string
  edited_timestamp?: string | null
  attachments?: unknown[]
}
type Reaction = {
  user_id: string
  channel_id: string
  message_id: string
  guild_id?: string
  member?: Member
  emoji: { id: string | null; name: string | null }
}
type Deleted = { channel_id: string; guild_id?: string }

/** Dispatches that the runner handles. */
export type Dispatches = {
  GUILD_CREATE: Guild
  GUILD_UPDATE: Guild
  GUILD_DELETE: { id: string; unavailable?: boolean }
  GUILD_ROLE_CREATE: InGuild<{ role: Role }>
  GUILD_ROLE_UPDATE: InGuild<{ role: Role }>
  GUILD_ROLE_DELETE: InGuild<{ role_id: string }>
  GUILD_EMOJIS_UPDATE: InGuild<{ emojis: Emoji[] }>
  GUILD_MEMBERS_CHUNK: InGuild<{ members: Member[]; chunk_index: number; chunk_count: number }>
  GUILD_MEMBER_ADD: InGuild<Member & { user: User }>
  GUILD_MEMBER_REMOVE: InGuild<{ user: User }>
  GUILD_MEMBER_UPDATE: InGuild<Member & { user: User; roles: string[] }>
  GUILD_BAN_ADD: InGuild<{ user: User }>
  GUILD_BAN_REMOVE: InGuild<{ user: User }>
  MESSAGE_CREATE: Message
  MESSAGE_UPDATE: Message
  MESSAGE_DELETE: Deleted & { id: string }
  MESSAGE_DELETE_BULK: Deleted & { ids: string[] }
  MESSAGE_REACTION_ADD: Reaction
  MESSAGE_REACTION_REMOVE: Reaction
  VOICE_STATE_UPDATE: { guild_id?: string; channel_id: string | null; user_id: string; member?: Member }
  CHANNEL_CREATE: InGuild<Channel>
  CHANNEL_UPDATE: InGuild<Channel>
  CHANNEL_DELETE: InGuild<Channel>
  THREAD_CREATE: InGuild<Channel & { newly_created?: boolean; owner_id?: string }>
  THREAD_DELETE: InGuild<{ id: string }>
  GUILD_SCHEDULED_EVENT_CREATE: InGuild<{
    id: string
    name: string
    channel_id?: string | null
    creator_id?: string | null
    creator?: User
    scheduled_start_time: string
  }>
}

/** Event without an id and before truncation. Events from the same dispatch differ in `suffix`. */
export type DraftEvent = Pick<GatewayEvent, 'type' | 'guild_id'> &
  Partial<Pick<GatewayEvent, 'actor' | 'target' | 'channel' | 'data'>> & {
    id?: string
    suffix?: string
    /** Time of the event. Defaults to now. */
    at?: string
  }

/** Readers that convert each kind of dispatch to events and update the cache for later comparisons. */
export type DispatchReaders<T extends keyof Dispatches, Scene> = {
  [Name in T]: (scene: Scene, d: Dispatches[Name]) => DraftEvent[]
}
