import type { Cache } from '#app/runner/gateway/cache.ts'
import type { Dispatches, DraftEvent, DispatchReaders } from '#app/runner/gateway/types.ts'

type Names =
  | 'MESSAGE_CREATE'
  | 'MESSAGE_UPDATE'
  | 'MESSAGE_DELETE'
  | 'MESSAGE_DELETE_BULK'
  | 'MESSAGE_REACTION_ADD'
  | 'MESSAGE_REACTION_REMOVE'

/** Types of user messages: default, reply and command response. All other types are system messages, such as pins. */
const userMessageTypes = [0, 19, 20, 23]

/** Readers of guild messages and reactions. Direct messages are ignored. */
export const messageReaders: DispatchReaders<Names, Cache> = {
  MESSAGE_CREATE(cache, message) {
    const event = read(cache, 'MESSAGE_CREATE', message)
    return event.map((one) => ({
      ...one,
      id: message.id,
      ...(message.timestamp ? { at: message.timestamp } : {}),
    }))
  },
  MESSAGE_UPDATE(cache, message) {
    // Discord also updates messages by itself, for example to add a link preview.
    if (!message.edited_timestamp) return []
    const at = message.edited_timestamp
    return read(cache, 'MESSAGE_UPDATE', message).map((one) => ({ ...one, at }))
  },
  MESSAGE_DELETE: (cache, { id, channel_id, guild_id }) =>
    guild_id ? [deleted(cache, guild_id, channel_id, id)] : [],
  MESSAGE_DELETE_BULK: (cache, { ids, channel_id, guild_id }) =>
    guild_id ? ids.map((id) => ({ ...deleted(cache, guild_id, channel_id, id), suffix: id })) : [],
  MESSAGE_REACTION_ADD: (cache, reaction) => reacted(cache, 'REACTION_ADD', reaction),
  MESSAGE_REACTION_REMOVE: (cache, reaction) => reacted(cache, 'REACTION_REMOVE', reaction),
}

function read(
  cache: Cache,
  type: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE',
  message: Dispatches['MESSAGE_CREATE'],
): DraftEvent[] {
  const { id, guild_id, channel_id, author, member, content = '', attachments = [], webhook_id } = message
  if (!guild_id || !author || !userMessageTypes.includes(message.type ?? 0)) return []
  const person = cache.person(guild_id, author.id, member, author)
  return [
    {
      type,
      guild_id,
      actor: webhook_id ? { ...person, is_bot: true } : person,
      channel: cache.channelRef(guild_id, channel_id),
      target: { id, kind: 'message', name: '' },
      data: {
        content,
        length: content.length,
        ...(attachments.length ? { attachments: attachments.length } : {}),
        ...cache.category(guild_id, channel_id),
        // Only the first message of a post has the id of the post.
        ...(id === channel_id ? cache.forum(guild_id, channel_id) : {}),
        ...markOwn(cache, author.id),
      },
    },
  ]
}

const deleted = (cache: Cache, guild_id: string, channel_id: string, id: string): DraftEvent => ({
  type: 'MESSAGE_DELETE',
  guild_id,
  channel: cache.channelRef(guild_id, channel_id),
  target: { id, kind: 'message', name: '' },
  data: cache.category(guild_id, channel_id),
})

function reacted(
  cache: Cache,
  type: 'REACTION_ADD' | 'REACTION_REMOVE',
  { user_id, channel_id, message_id, guild_id, member, emoji }: Dispatches['MESSAGE_REACTION_ADD'],
): DraftEvent[] {
  if (!guild_id) return []
  const name = emoji.name ?? ''
  return [
    {
      type,
      guild_id,
      actor: cache.person(guild_id, user_id, member),
      channel: cache.channelRef(guild_id, channel_id),
      target: { id: message_id, kind: 'message', name: '' },
      data: {
        emoji: emoji.id ? `${name}:${emoji.id}` : name,
        message_id,
        ...cache.category(guild_id, channel_id),
        ...markOwn(cache, user_id),
      },
    },
  ]
}

/** Marks events of the bot itself, so that consumers do not need the bot's id. */
const markOwn = (cache: Cache, id: string) => (cache.isSelf(id) ? { self: true } : {})
