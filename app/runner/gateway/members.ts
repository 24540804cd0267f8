import { nameOf, type Cache } from '#app/runner/gateway/cache.ts'
import type { Draft, Readers, User } from '#app/runner/gateway/types.ts'

type Names =
  | 'GUILD_MEMBERS_CHUNK'
  | 'GUILD_MEMBER_ADD'
  | 'GUILD_MEMBER_REMOVE'
  | 'GUILD_MEMBER_UPDATE'
  | 'GUILD_BAN_ADD'
  | 'GUILD_BAN_REMOVE'

/** Members who come, go and change. */
export const memberReaders: Readers<Names, Cache> = {
  GUILD_MEMBERS_CHUNK(cache, { guild_id, members }) {
    for (const member of members) cache.keep(guild_id, member)
    return []
  },
  GUILD_MEMBER_ADD(cache, { guild_id, ...member }) {
    count(cache, guild_id, 1)
    cache.keep(guild_id, member)
    const actor = cache.person(guild_id, member.user.id, member)
    return [{ type: 'MEMBER_JOIN', guild_id, actor, ...(member.joined_at ? { at: member.joined_at } : {}) }]
  },
  GUILD_MEMBER_REMOVE(cache, { guild_id, user }) {
    const actor = cache.person(guild_id, user.id, undefined, user)
    count(cache, guild_id, -1)
    cache.part(guild_id, user.id)
    return [{ type: 'MEMBER_LEAVE', guild_id, actor }]
  },
  GUILD_MEMBER_UPDATE(cache, { guild_id, ...member }) {
    const before = cache.member(guild_id, member.user.id)
    cache.keep(guild_id, member)
    const actor = cache.person(guild_id, member.user.id, member)
    const nick = member.nick ? { nick: member.nick } : {}
    const update: Draft = { type: 'MEMBER_UPDATE', guild_id, actor, data: nick }
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
