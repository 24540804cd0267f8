import type { GatewayEvent } from '#app/features/events/schema.ts'
import { truncate } from '#app/primitives/text.ts'
import { type Cache, nameOf } from '#app/runner/gateway/cache.ts'
import { guildReaders } from '#app/runner/gateway/channels-and-guilds.ts'
import { messageReaders } from '#app/runner/gateway/messages.ts'
import type { Dispatches, DraftEvent, DispatchReaders, User } from '#app/runner/gateway/types.ts'

type Names =
  | 'GUILD_MEMBERS_CHUNK'
  | 'GUILD_MEMBER_ADD'
  | 'GUILD_MEMBER_REMOVE'
  | 'GUILD_MEMBER_UPDATE'
  | 'GUILD_BAN_ADD'
  | 'GUILD_BAN_REMOVE'

/** Readers of members who join, leave and change. */
const memberReaders: DispatchReaders<Names, Cache> = {
  GUILD_MEMBERS_CHUNK(cache, { guild_id, members }) {
    for (const member of members) cache.storeMember(guild_id, member)
    return []
  },
  GUILD_MEMBER_ADD(cache, { guild_id, ...member }) {
    count(cache, guild_id, 1)
    cache.storeMember(guild_id, member)
    const actor = cache.person(guild_id, member.user.id, member)
    return [{ type: 'MEMBER_JOIN', guild_id, actor, ...(member.joined_at ? { at: member.joined_at } : {}) }]
  },
  GUILD_MEMBER_REMOVE(cache, { guild_id, user }) {
    const actor = cache.person(guild_id, user.id, undefined, user)
    count(cache, guild_id, -1)
    cache.removeMember(guild_id, user.id)
    return [{ type: 'MEMBER_LEAVE', guild_id, actor }]
  },
  GUILD_MEMBER_UPDATE(cache, { guild_id, ...member }) {
    const before = cache.member(guild_id, member.user.id)
    cache.storeMember(guild_id, member)
    const actor = cache.person(guild_id, member.user.id, member)
    const nick = member.nick ? { nick: member.nick } : {}
    const update: DraftEvent = { type: 'MEMBER_UPDATE', guild_id, actor, data: nick }
    if (!before) return [update]
    const role = (type: 'MEMBER_ROLE_ADD' | 'MEMBER_ROLE_REMOVE') => (id: string) => ({
      type,
      guild_id,
      actor,
      target: { id, kind: 'role', name: cache.role(guild_id, id) },
      suffix: id,
    })
    const changed = [
      ...member.roles.filter((id) => !before.roles.includes(id)).map(role('MEMBER_ROLE_ADD')),
      ...before.roles.filter((id) => !member.roles.includes(id)).map(role('MEMBER_ROLE_REMOVE')),
    ]
    const isRenamed = before.nick !== (member.nick ?? null) || before.name !== actor.name
    return changed.length && !isRenamed ? changed : [update, ...changed]
  },
  GUILD_BAN_ADD: (_, { guild_id, user }) => [{ type: 'MEMBER_BAN', guild_id, target: targetOf(user) }],
  GUILD_BAN_REMOVE: (_, { guild_id, user }) => [{ type: 'MEMBER_UNBAN', guild_id, target: targetOf(user) }],
}

const targetOf = (user: User) => ({ id: user.id, kind: 'user', name: nameOf(user) })

function count(cache: Cache, guildId: string, by: number) {
  const guild = cache.guilds.get(guildId)
  if (guild) guild.members = Math.max(0, guild.members + by)
}

/** Dispatch with its position in the session. */
type Dispatch = { t: string; d: unknown; s: number; session: string }

/** Protocol limits, in characters. */
const LABEL = 200
const DATA = 16_000

const readers: DispatchReaders<keyof Dispatches, Cache> = {
  ...memberReaders,
  ...messageReaders,
  ...guildReaders,
}

/**
 * Converts a dispatch to events. Most dispatches produce no events. A replayed dispatch has the same event ids, so that
 * each event counts once.
 */
export function readDispatch(cache: Cache, dispatch: Dispatch, now: Date): GatewayEvent[] {
  const { t, d } = dispatch
  if (!Object.hasOwn(readers, t)) return []
  const read = readers[t as keyof Dispatches] as (cache: Cache, d: unknown) => DraftEvent[]
  return read(cache, d).map((draft) => finish(draft, dispatch, now))
}

function finish(
  { type, guild_id, id, suffix, at, ...rest }: DraftEvent,
  { t, s, session }: Dispatch,
  now: Date,
): GatewayEvent {
  const { actor = null, target = null, channel = null, data = {} } = rest
  return {
    id: id ?? [t, session, s, ...(suffix ? [suffix] : [])].join(':').slice(0, 100),
    type,
    occurred_at: at ? new Date(at).toISOString() : now.toISOString(),
    guild_id,
    actor: actor && { ...actor, name: truncate(actor.name, LABEL) },
    target: target && { ...target, name: truncate(target.name, LABEL) },
    channel: channel && { ...channel, name: truncate(channel.name, LABEL) },
    data: boundData(data),
  }
}

/** Shortens the content until the data fits, because JSON can escape one character as six characters. */
function boundData(data: DraftEvent['data'] & object) {
  let { content } = data
  let result = data
  while (typeof content === 'string' && content && JSON.stringify(result).length > DATA) {
    content = truncate(content, Math.floor(content.length / 2))
    result = { ...data, content }
  }
  return result
}
