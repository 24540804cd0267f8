import type { FakeGateway } from '#tests/mocks/fake-discord-gateway.ts'
import { newId, type FakeGuild, type FakeMessage, type FakeUser } from '#tests/mocks/fake-discord-world.ts'

export type Call = {
  method: string
  /** Without `/api/v10` and without the query. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown> | null
  at: number
}
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> }
export type Route = [method: string, path: RegExp, answer: (ids: string[], call: Call) => Reply]

export type RestWorld = {
  bot: FakeUser
  gatewayUrl: () => string
  /** Shards that Discord recommends, and how many may identify within five seconds. */
  shards: { count: number; concurrency: number }
  guilds: Map<string, FakeGuild>
  messages: FakeMessage[]
  gateway: FakeGateway
}

const no = (status: number, code: number, message: string): Reply => ({ status, body: { message, code } })
const nothing: Reply = { status: 204 }

/** What Discord answers to calls of a bot, and what it then says over the gateway. */
export function restRoutes({ bot, gatewayUrl, shards, guilds, messages, gateway }: RestWorld): Route[] {
  const directs = new Map<string, string>()
  const threads = new Map<string, string>()
  const answered = new Set<string>()
  const commands = new Map<string, object[]>()
  const guildOf = (channel: string) =>
    [...guilds.values()].find(({ channels }) => channels.some(({ id }) => id === channel))
  const memberOf = (guild: string, user: string) =>
    guilds.get(guild)?.members.find((member) => member.user.id === user)

  /** A second message with the nonce of an earlier one is that one. */
  const post = ([channel = '']: string[], { body }: Call): Reply => {
    const sent = body ?? {}
    const same = messages.find(
      (one) => sent.enforce_nonce && one.channel_id === channel && one.nonce === sent.nonce,
    )
    if (same) return { status: 200, body: same }
    if (!sent.content && !sent.embeds) return no(400, 50006, 'Cannot send an empty message')
    const guild = guildOf(channel)
    const place = guild ? { guild_id: guild.id } : {}
    const { enforce_nonce: _, ...rest } = sent
    const message = { content: '', ...rest, id: newId(), channel_id: channel, ...place, author: bot }
    messages.push(message)
    gateway.dispatch('MESSAGE_CREATE', message)
    return { status: 200, body: message }
  }

  const change = ([guild = '', user = '', role]: string[], add: boolean | null): Reply => {
    const member = memberOf(guild, user)
    if (!member) return no(404, 10007, 'Unknown Member')
    if (role) {
      member.roles = member.roles.filter((one) => one !== role)
      if (add) member.roles.push(role)
    }
    gateway.dispatch('GUILD_MEMBER_UPDATE', { guild_id: guild, ...member })
    return role ? nothing : { status: 200, body: member }
  }

  const remove = ([guild = '', user = '']: string[]): Reply => {
    const member = memberOf(guild, user)
    const place = guilds.get(guild)
    if (!member || !place) return no(404, 10007, 'Unknown Member')
    place.members = place.members.filter((one) => one !== member)
    gateway.dispatch('GUILD_MEMBER_REMOVE', { guild_id: guild, user: member.user })
    return nothing
  }

  const open = ([channel = '', under]: string[], { body }: Call): Reply => {
    const id = under ?? newId()
    if (threads.has(id)) return no(400, 160004, 'A thread has already been created for this message')
    threads.set(id, channel)
    const thread = { id, type: 11, name: body?.name, parent_id: channel, owner_id: bot.id }
    const guild_id = guildOf(channel)?.id
    gateway.dispatch('THREAD_CREATE', { ...thread, guild_id, newly_created: true })
    return { status: 201, body: thread }
  }

  return [
    ['GET', /^\/gateway\/bot$/, () => ({ status: 200, body: gatewayInformation(gatewayUrl(), shards) })],
    ['GET', /^\/users\/@me$/, () => ({ status: 200, body: bot })],
    [
      'POST',
      /^\/users\/@me\/channels$/,
      (_, { body }) => {
        const user = String(body?.recipient_id)
        directs.set(user, directs.get(user) ?? newId())
        return { status: 200, body: { id: directs.get(user), type: 1 } }
      },
    ],
    ['POST', /^\/channels\/(\d+)\/messages$/, post],
    [
      'DELETE',
      /^\/channels\/(\d+)\/messages\/(\d+)$/,
      ([channel, id]) => {
        const index = messages.findIndex((one) => one.channel_id === channel && one.id === id)
        if (index < 0) return no(404, 10008, 'Unknown Message')
        const [gone] = messages.splice(index, 1)
        gateway.dispatch('MESSAGE_DELETE', { id, channel_id: channel, guild_id: gone!.guild_id })
        return nothing
      },
    ],
    [
      'PUT',
      /^\/channels\/(\d+)\/messages\/(\d+)\/reactions\/([^/]+)\/@me$/,
      ([channel_id = '', message_id, emoji = '']) => {
        const [name, id = null] = decodeURIComponent(emoji).split(':')
        const place = { user_id: bot.id, channel_id, message_id, guild_id: guildOf(channel_id)?.id }
        gateway.dispatch('MESSAGE_REACTION_ADD', { ...place, emoji: { id, name } })
        return nothing
      },
    ],
    ['POST', /^\/channels\/(\d+)\/messages\/(\d+)\/threads$/, open],
    ['POST', /^\/channels\/(\d+)\/threads$/, open],
    ['PUT', /^\/guilds\/(\d+)\/members\/(\d+)\/roles\/(\d+)$/, (ids) => change(ids, true)],
    ['DELETE', /^\/guilds\/(\d+)\/members\/(\d+)\/roles\/(\d+)$/, (ids) => change(ids, false)],
    ['PATCH', /^\/guilds\/(\d+)\/members\/(\d+)$/, (ids) => change(ids, null)],
    ['DELETE', /^\/guilds\/(\d+)\/members\/(\d+)$/, remove],
    [
      'PUT',
      /^\/guilds\/(\d+)\/bans\/(\d+)$/,
      ([guild = '', user = '']) => {
        const member = memberOf(guild, user)
        remove([guild, user])
        gateway.dispatch('GUILD_BAN_ADD', {
          guild_id: guild,
          user: member?.user ?? { id: user, username: '' },
        })
        return nothing
      },
    ],
    [
      'GET',
      /^\/guilds\/(\d+)$/,
      ([id = '']) => {
        const guild = guilds.get(id)
        if (!guild) return no(404, 10004, 'Unknown Guild')
        const { online, members, name, roles, emojis } = guild
        const counts = { approximate_member_count: members.length, approximate_presence_count: online }
        return { status: 200, body: { id, name, roles, emojis, ...counts } }
      },
    ],
    [
      'GET',
      /^\/users\/@me\/guilds$/,
      (_, { query }) => {
        const after = BigInt(query.get('after') ?? 0)
        const ids = [...guilds.keys()].filter((id) => BigInt(id) > after)
        ids.sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
        return { status: 200, body: ids.slice(0, Number(query.get('limit') ?? 200)).map((id) => ({ id })) }
      },
    ],
    [
      'DELETE',
      /^\/users\/@me\/guilds\/(\d+)$/,
      ([id = '']) => {
        if (!guilds.delete(id)) return no(404, 10004, 'Unknown Guild')
        gateway.dispatch('GUILD_DELETE', { id })
        return nothing
      },
    ],
    [
      'GET',
      /^\/guilds\/(\d+)\/channels$/,
      ([id = '']) => ({ status: 200, body: guilds.get(id)?.channels ?? [] }),
    ],
    ['GET', /^\/guilds\/(\d+)\/roles$/, ([id = '']) => ({ status: 200, body: guilds.get(id)?.roles ?? [] })],
    [
      'GET',
      /^\/guilds\/(\d+)\/members\/search$/,
      ([guild = ''], { query }) => {
        const begins = (name: string | null) => name?.toLowerCase().startsWith(query.get('query') ?? '')
        const found = guilds
          .get(guild)
          ?.members.filter(
            ({ user, nick }) => begins(user.username) || begins(user.global_name) || begins(nick),
          )
        return { status: 200, body: found?.slice(0, Number(query.get('limit'))) ?? [] }
      },
    ],
    [
      'GET',
      /^\/guilds\/(\d+)\/members\/(\d+)$/,
      ([guild = '', user = '']) => {
        const member = memberOf(guild, user)
        return member ? { status: 200, body: member } : no(404, 10007, 'Unknown Member')
      },
    ],
    [
      'GET',
      /^\/channels\/(\d+)$/,
      ([id = '']) => {
        const parent = threads.get(id)
        if ([...directs.values()].includes(id)) return { status: 200, body: { id, type: 1 } }
        const guild_id = guildOf(parent ?? id)?.id
        return guild_id
          ? { status: 200, body: { id, type: parent ? 11 : 0, guild_id } }
          : no(404, 10003, 'Unknown Channel')
      },
    ],
    [
      'GET',
      /^\/applications\/\d+\/guilds\/(\d+)\/commands$/,
      ([guild = '']) => ({ status: 200, body: commands.get(guild) ?? [] }),
    ],
    [
      'PUT',
      /^\/applications\/\d+\/guilds\/(\d+)\/commands$/,
      ([guild = ''], { body }) => {
        const made = (body as unknown as object[]).map((one) => ({ ...one, id: newId() }))
        commands.set(guild, made)
        return { status: 200, body: made }
      },
    ],
    ['PATCH', /^\/webhooks\/\d+\/[^/]+\/messages\/@original$/, (_, { body }) => ({ status: 200, body })],
    ['DELETE', /^\/webhooks\/\d+\/[^/]+\/messages\/@original$/, () => nothing],
    ['POST', /^\/webhooks\/\d+\/[^/]+$/, (_, { body }) => ({ status: 200, body })],
    [
      'POST',
      /^\/interactions\/(\d+)\/[^/]+\/callback$/,
      ([id = '']) => {
        if (answered.has(id)) return no(400, 40060, 'Interaction has already been acknowledged.')
        answered.add(id)
        return nothing
      },
    ],
  ]
}

const gatewayInformation = (url: string, { count, concurrency }: RestWorld['shards']) => ({
  url,
  shards: count,
  session_start_limit: { total: 1000, remaining: 1000, reset_after: 60_000, max_concurrency: concurrency },
})
