import { LRUCache } from 'lru-cache'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { channelTypes } from '#app/features/directory/blocks.ts'
import type { ReportedEmoji } from '#app/features/directory/schema.ts'
import type { Channel, Emoji, Guild, Member, Overwrite, Role, User } from '#app/runner/gateway/types.ts'
import { fromJson, type Json } from '#app/primitives/json.ts'
import type { KnownIds } from '#app/runner/protocol.ts'

type Person = NonNullable<GatewayEvent['actor']>
type ChannelRef = NonNullable<GatewayEvent['channel']>

/** Cached data of a member, used for names and to detect changes. */
type KnownMember = {
  name: string
  is_bot: boolean
  nick: string | null
  roles: readonly string[]
  since: number
}

/** Fields of a channel that the runner uses. A large bot has hundreds of thousands of channels. */
export type KnownChannel = {
  id: string
  type: number
  name: string
  parent_id: string | null
  position: number
  hidden: boolean
  /** Overwrites as text, which channels of a guild share: their id, type, `allow` and `deny`, separated by spaces. */
  overwrites: string
}
type KnownThread = { name: string; parent_id: string | null }

type KnownGuild = {
  name: string
  owner: string | null
  channels: Map<string, KnownChannel>
  threads: Map<string, KnownThread>
  roles: Map<string, Role>
  /** True if the channels come from the REST API, which omits channels that the bot cannot see. */
  visibleOnly: boolean
  /** Voice channel of each user. */
  voice: Map<string, string>
  bots: Set<string>
  members: number
  /** Emojis that all members can use, as JSON, because only reports use them. */
  emojis: Json<ReportedEmoji[]>
  /** Number of emojis, including those that the bot cannot use. */
  emojiCount: number
  boosts: number
  level: number
}

/** Maximum number of cached members across all guilds. Role changes of uncached members cannot be detected. */
const MAX_MEMBERS = 200_000
const MAX_THREADS = 1_000

export type Cache = ReturnType<typeof makeCache>

/**
 * Creates the cache of gateway data. After a new process resumes a session, the cache is empty and names are missing.
 */
export function makeCache() {
  const guilds = new Map<string, KnownGuild>()
  const members = new LRUCache<string, KnownMember>({ max: MAX_MEMBERS })
  /** Id of the bot, once known. */
  let self: string | null = null
  /**
   * Counter that increases with each session and guild departure. Members cached before the increase may have left
   * unnoticed.
   */
  let since = 0

  function storeMember(guildId: string, { user, nick, roles }: Member) {
    if (!user) return
    const before = members.get(`${guildId} ${user.id}`)
    const guild = guilds.get(guildId)
    const known: KnownMember = {
      name: nick ?? nameOf(user),
      is_bot: user.bot ?? false,
      nick: nick ?? null,
      roles: roles?.map((id) => guild?.roles.get(id)?.id ?? id) ?? before?.roles ?? [],
      since,
    }
    members.set(`${guildId} ${user.id}`, known)
    if (known.is_bot) guild?.bots.add(user.id)
  }

  return {
    guilds,
    storeMember,
    isSelf: (id: string) => id === self,
    self: () => self,
    /** Stores a channel. A channel that the bot can no longer see keeps its name. Returns the stored channel. */
    storeChannel(guildId: string, channel: Channel): KnownChannel {
      const known = guilds.get(guildId)?.channels
      const stored = trimChannel(channel, known?.get(channel.id), self)
      known?.set(channel.id, stored)
      return stored
    },
    storeThread(guildId: string, thread: Channel) {
      const known = guilds.get(guildId)
      if (known) storeThread(known, thread)
    },
    storeRole: (guildId: string, role: Role) => void guilds.get(guildId)?.roles.set(role.id, trimRole(role)),
    storeEmojis(guildId: string, emojis: readonly Emoji[]) {
      const known = guilds.get(guildId)
      if (known) storeEmojis(known, emojis)
    },
    setSelf(id: string) {
      self = id
      since += 1
    },
    updateGuild(guild: Guild, visibleOnly = false) {
      const known = guilds.get(guild.id) ?? emptyGuild()
      guilds.set(guild.id, known)
      known.name = guild.name
      known.owner = guild.owner_id ?? known.owner
      known.members = guild.member_count ?? guild.approximate_member_count ?? known.members
      if (guild.emojis) storeEmojis(known, guild.emojis)
      known.boosts = guild.premium_subscription_count ?? known.boosts
      known.level = guild.premium_tier ?? known.level
      const texts = new Map<string, string>()
      if (guild.channels) {
        const before = known.channels
        known.channels = new Map(
          guild.channels.map((one) => [one.id, trimChannel(one, before.get(one.id), self, texts)]),
        )
        known.visibleOnly = visibleOnly
      }
      if (guild.roles) known.roles = new Map(guild.roles.map((role) => [role.id, trimRole(role, texts)]))
      for (const thread of guild.threads ?? []) storeThread(known, thread)
      if (guild.voice_states)
        known.voice = new Map(
          guild.voice_states.flatMap(({ user_id, channel_id }) =>
            channel_id ? [[user_id, channel_id]] : [],
          ),
        )
      for (const member of guild.members ?? []) storeMember(guild.id, member)
    },
    removeGuild(guildId: string) {
      guilds.delete(guildId)
      since += 1
    },
    /** Returns the facts known for certain about the ids in the config of an action. */
    known(guildId: string, ids: { channel_id?: string; user_id?: string; role_id?: string }): KnownIds {
      const { channel_id = '', user_id = '', role_id = '' } = ids
      const has = (guild?: KnownGuild) => guild?.channels.has(channel_id) || guild?.threads.has(channel_id)
      const own = guilds.get(guildId)
      const [holder] = has(own) ? [guildId] : ([...guilds].find(([, guild]) => has(guild)) ?? [])
      return {
        ...(holder ? { channelGuild: holder } : {}),
        isMember: members.get(`${guildId} ${user_id}`)?.since === since && own !== undefined,
        hasRole: own?.roles.has(role_id) ?? false,
      }
    },
    member: (guildId: string, userId: string) => members.get(`${guildId} ${userId}`),
    removeMember(guildId: string, userId: string) {
      members.delete(`${guildId} ${userId}`)
      guilds.get(guildId)?.bots.delete(userId)
    },
    /** Returns a user from the data of a dispatch, or else from the cache. */
    person(guildId: string, id: string, member?: Member, user = member?.user): Person {
      const known = members.get(`${guildId} ${id}`)
      const name = member?.nick ?? known?.nick ?? (user ? nameOf(user) : known?.name) ?? ''
      return { id, name, is_bot: id === self || (user?.bot ?? known?.is_bot ?? false) }
    },
    /** Returns a channel or thread. Unknown names are empty. */
    channelRef(guildId: string, id: string): ChannelRef {
      const guild = guilds.get(guildId)
      return { id, name: (guild?.channels.get(id) ?? guild?.threads.get(id))?.name ?? '' }
    },
    /** Returns the category of a channel. For a thread, returns the category of its channel. */
    category(guildId: string, id: string): { category_id?: string } {
      const guild = guilds.get(guildId)
      const thread = guild?.threads.get(id)
      const parent = guild?.channels.get(thread?.parent_id ?? id)?.parent_id
      return parent ? { category_id: parent } : {}
    },
    /** Returns the forum that a thread is a post of. */
    forum(guildId: string, threadId: string): { forum_id?: string } {
      const guild = guilds.get(guildId)
      const parent = guild?.channels.get(guild.threads.get(threadId)?.parent_id ?? '')
      return parent?.type === channelTypes.forum ? { forum_id: parent.id } : {}
    },
    role: (guildId: string, id: string) => guilds.get(guildId)?.roles.get(id)?.name ?? '',
  }
}

/** Returns the name of a user who has no nickname in a guild. */
export const nameOf = ({ global_name, username }: User) => global_name ?? username

/** Flag of channels that the bot cannot see: https://discord.com/developers/docs/resources/channel#channel-object-channel-flags */
const CHANNEL_OBFUSCATED = 1 << 17

const isHidden = ({ flags = 0 }: Channel) => (flags & CHANNEL_OBFUSCATED) !== 0

/** Number of parts of an overwrite in the text of a channel. */
const OVERWRITE_PARTS = 4

/** Returns the overwrites of a channel that concern roles and the bot. */
export function overwritesOf({ overwrites }: KnownChannel): Overwrite[] {
  const parts = overwrites.split(' ')
  return Array.from({ length: Math.floor(parts.length / OVERWRITE_PARTS) }, (_, index) => {
    const [id = '', type, allow = '', deny = ''] = parts.slice(index * OVERWRITE_PARTS)
    return { id, type: type === '1' ? 1 : 0, allow, deny }
  })
}

/** Keeps the fields that the runner uses. `texts` has the texts that the channels of a guild share. */
function trimChannel(
  channel: Channel,
  before: KnownChannel | undefined,
  self: string | null,
  texts = new Map<string, string>(),
): KnownChannel {
  const { id, type, parent_id = null, position = 0, permission_overwrites = [] } = channel
  const hidden = isHidden(channel)
  const parent = parent_id ?? (hidden ? (before?.parent_id ?? null) : null)
  const name = hidden ? (before?.name ?? '') : (channel.name ?? '')
  // Overwrites of roles have type 0. Those of members other than the bot are not used.
  const used = permission_overwrites.filter((one) => !hidden && (one.type === 0 || one.id === self))
  const listed = used.flatMap(({ id, type, allow, deny }) => [id, type, allow, deny]).join(' ')
  const overwrites = listed && shared(texts, listed)
  return { id, type, name, parent_id: parent && shared(texts, parent), position, hidden, overwrites }
}

/** Returns the first of equal texts, so that equal texts are in memory only once. */
function shared(texts: Map<string, string>, text: string): string {
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}

function storeThread({ threads }: KnownGuild, { id, name = '', parent_id = null }: Channel) {
  threads.delete(id)
  threads.set(id, { name, parent_id })
  if (threads.size > MAX_THREADS) threads.delete(threads.keys().next().value!)
}

/** Tags of roles that Discord or an integration assigns. Their value can be null. */
const managedTags = [
  'bot_id',
  'integration_id',
  'premium_subscriber',
  'subscription_listing_id',
  'guild_connections',
]

const trimRole = (
  { id, name, color = 0, position = 0, permissions = '0', managed = false, tags }: Role,
  texts = new Map<string, string>(),
): Role => ({
  id,
  name,
  color,
  position,
  permissions: shared(texts, permissions),
  managed: managed || managedTags.some((tag) => tags !== undefined && tag in tags),
})

/** Returns the emojis of a guild that all members can use. */
export const emojisOf = ({ emojis }: KnownGuild): ReportedEmoji[] => fromJson(emojis)

function storeEmojis(known: KnownGuild, emojis: readonly Emoji[]) {
  known.emojiCount = emojis.length
  known.emojis = JSON.stringify(
    emojis.flatMap(({ id, name, animated = false, available = true, roles = [] }) =>
      id && name && available && !roles.length ? [{ id, name, animated }] : [],
    ),
  )
}

const emptyGuild = (): KnownGuild => ({
  name: '',
  owner: null,
  visibleOnly: false,
  channels: new Map(),
  threads: new Map(),
  roles: new Map(),
  voice: new Map(),
  bots: new Set(),
  members: 0,
  emojis: '[]',
  emojiCount: 0,
  boosts: 0,
  level: 0,
})
