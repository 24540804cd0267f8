import { nameOf, type Cache, type KnownChannel } from '#app/runner/gateway/cache.ts'
import type { DraftEvent, DispatchReaders, Role } from '#app/runner/gateway/types.ts'

type Names =
  | 'GUILD_CREATE'
  | 'GUILD_UPDATE'
  | 'GUILD_DELETE'
  | 'GUILD_ROLE_CREATE'
  | 'GUILD_ROLE_UPDATE'
  | 'GUILD_ROLE_DELETE'
  | 'GUILD_EMOJIS_UPDATE'
  | 'VOICE_STATE_UPDATE'
  | 'CHANNEL_CREATE'
  | 'CHANNEL_UPDATE'
  | 'CHANNEL_DELETE'
  | 'THREAD_CREATE'
  | 'THREAD_DELETE'
  | 'GUILD_SCHEDULED_EVENT_CREATE'

/** Readers of guilds with their roles, channels, threads, events and voice states. */
export const guildReaders: DispatchReaders<Names, Cache> = {
  GUILD_CREATE(cache, guild) {
    if (!guild.unavailable) cache.updateGuild(guild)
    return []
  },
  GUILD_UPDATE(cache, guild) {
    cache.updateGuild(guild)
    return []
  },
  GUILD_DELETE(cache, { id, unavailable }) {
    // During an outage, the bot is still a member.
    if (!unavailable) cache.removeGuild(id)
    return []
  },
  GUILD_ROLE_CREATE: storeRole,
  GUILD_ROLE_UPDATE: storeRole,
  GUILD_ROLE_DELETE(cache, { guild_id, role_id }) {
    cache.guilds.get(guild_id)?.roles.delete(role_id)
    return []
  },
  GUILD_EMOJIS_UPDATE(cache, { guild_id, emojis }) {
    cache.storeEmojis(guild_id, emojis)
    return []
  },
  VOICE_STATE_UPDATE(cache, { guild_id, channel_id, user_id, member }) {
    if (!guild_id) return []
    const voice = cache.guilds.get(guild_id)?.voice
    const from = voice?.get(user_id)
    if (channel_id) voice?.set(user_id, channel_id)
    else voice?.delete(user_id)
    // The state also changes when a user is muted.
    if (channel_id === from) return []
    const actor = cache.person(guild_id, user_id, member)
    const at = channel_id ?? from
    const rest = {
      guild_id,
      actor,
      channel: at ? cache.channelRef(guild_id, at) : null,
      data: { ...(at ? cache.category(guild_id, at) : {}), ...(cache.isSelf(user_id) ? { self: true } : {}) },
    }
    if (!channel_id) return [{ type: 'VOICE_LEAVE', ...rest }]
    if (!from) return [{ type: 'VOICE_JOIN', ...rest }]
    return [{ type: 'VOICE_MOVE', ...rest, data: { ...rest.data, from_channel_id: from } }]
  },
  CHANNEL_CREATE(cache, channel) {
    const stored = cache.storeChannel(channel.guild_id, channel)
    return [{ ...ofChannel('CHANNEL_CREATE', channel.guild_id, stored), at: timeOf(channel.id) }]
  },
  CHANNEL_UPDATE(cache, channel) {
    return [ofChannel('CHANNEL_UPDATE', channel.guild_id, cache.storeChannel(channel.guild_id, channel))]
  },
  CHANNEL_DELETE(cache, channel) {
    // The name of a channel that the bot could not see comes from the cache.
    const known = cache.storeChannel(channel.guild_id, channel)
    cache.guilds.get(channel.guild_id)?.channels.delete(channel.id)
    return [ofChannel('CHANNEL_DELETE', channel.guild_id, known)]
  },
  THREAD_CREATE(cache, { newly_created, owner_id, ...thread }) {
    const { id, guild_id, parent_id, name = '' } = thread
    cache.storeThread(guild_id, thread)
    // Otherwise, the bot has only gained access to an existing thread.
    if (!newly_created) return []
    return [
      {
        type: 'THREAD_CREATE',
        guild_id,
        actor: owner_id ? cache.person(guild_id, owner_id) : null,
        channel: parent_id ? cache.channelRef(guild_id, parent_id) : null,
        target: { id, kind: 'thread', name },
        data: {
          ...cache.category(guild_id, id),
          ...(owner_id && cache.isSelf(owner_id) ? { self: true } : {}),
        },
        at: timeOf(id),
      },
    ]
  },
  THREAD_DELETE(cache, { guild_id, id }) {
    cache.guilds.get(guild_id)?.threads.delete(id)
    return []
  },
  GUILD_SCHEDULED_EVENT_CREATE(cache, event) {
    const { id, guild_id, name, channel_id, creator_id, creator, scheduled_start_time } = event
    const who = creator_id ? cache.person(guild_id, creator_id, undefined, creator) : null
    return [
      {
        type: 'SCHEDULED_EVENT_CREATE',
        guild_id,
        actor: who && creator && !who.name ? { ...who, name: nameOf(creator) } : who,
        channel: channel_id ? cache.channelRef(guild_id, channel_id) : null,
        target: { id, kind: 'scheduled_event', name },
        data: { starts_at: new Date(scheduled_start_time).toISOString() },
        at: timeOf(id),
      },
    ]
  },
}

function storeRole(cache: Cache, { guild_id, role }: { guild_id: string; role: Role }) {
  cache.storeRole(guild_id, role)
  return []
}

function ofChannel(
  type: DraftEvent['type'],
  guild_id: string,
  { id, name, parent_id }: KnownChannel,
): DraftEvent {
  return {
    type,
    guild_id,
    channel: { id, name },
    target: { id, kind: 'channel', name },
    data: parent_id ? { category_id: parent_id } : {},
  }
}

/** Returns the creation time encoded in a Discord id: milliseconds since 2015 above the lowest 22 bits. */
export const timeOf = (id: string) => new Date(Number(BigInt(id) >> 22n) + 1_420_070_400_000).toISOString()
