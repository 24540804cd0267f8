import { z } from 'zod'
import { permissionsIn } from '#app/features/directory/permissions.ts'
import type { DirectoryMember } from '#app/features/directory/schema.ts'
import { DiscordError, type DiscordClient } from '#app/platform/outside/discord.server.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { nameOf, overwritesOf, type Cache } from '#app/runner/gateway/cache.ts'
import type { Send, ServiceMessage } from '#app/runner/protocol.ts'

type QueryOptions = { cache: Cache; discord: DiscordClient; send: Send }

/** Maximum number of members in the response to a search. */
const MAX_MEMBERS = 25

const discordMember = z.object({
  user: z.object({
    id: z.string(),
    username: z.string(),
    global_name: z.string().nullish(),
    bot: z.boolean().optional(),
  }),
  nick: z.string().nullish(),
  roles: z.array(z.string()),
  joined_at: z.string().nullish(),
  communication_disabled_until: z.string().nullish(),
})
type FoundMember = z.output<typeof discordMember>

const searchArgs = z.object({ query: z.string().min(2).max(100) })
const memberArgs = z.object({ user_id: snowflake })
const botArgs = z.object({ channel_id: snowflake.optional() })

/** Creates the handler for queries of the service about members and permissions. */
export function createQueryHandler({ cache, discord, send }: QueryOptions) {
  async function answer({ guild_id, kind, args }: ServiceMessage<'query'>) {
    if (kind === 'member_search') {
      const query = encodeURIComponent(searchArgs.parse(args).query)
      const path = `/guilds/${guild_id}/members/search?query=${query}&limit=${MAX_MEMBERS}` as const
      const found = await discord.request({ method: 'GET', path, answer: z.array(discordMember) })
      return { members: found.slice(0, MAX_MEMBERS).map(present) }
    }
    if (kind === 'member') {
      const member = await readMember(guild_id, memberArgs.parse(args).user_id)
      if (!member) return null
      const { roles, joined_at = null } = member
      return { ...present(member), roles, permissions: String(granted(guild_id, member)), joined_at }
    }
    const { channel_id } = botArgs.parse(args)
    const bot = await readMember(guild_id, cache.self() ?? '')
    return bot && { permissions: String(granted(guild_id, bot, channel_id)) }
  }

  async function readMember(guildId: string, userId: string): Promise<FoundMember | null> {
    try {
      return await discord.request({
        method: 'GET',
        path: `/guilds/${guildId}/members/${userId}`,
        answer: discordMember,
      })
    } catch (error) {
      if (error instanceof DiscordError && error.trouble.reason === 'unknown') return null
      throw error
    }
  }

  function granted(guildId: string, { user, roles, ...member }: FoundMember, channelId?: string) {
    const guild = cache.guilds.get(guildId)!
    const channel = channelId === undefined ? undefined : guild.channels.get(channelId)
    if (channelId !== undefined && !channel) return 0n
    const until = member.communication_disabled_until
    return permissionsIn({
      guildId,
      ownerId: guild.owner,
      roles: [...guild.roles.values()].map(({ id, position = 0, permissions = '0', managed = false }) => ({
        id,
        position,
        permissions,
        managed,
      })),
      member: { id: user.id, roles, isTimedOut: Boolean(until && Date.parse(until) > Date.now()) },
      ...(channel ? { channel: { overwrites: overwritesOf(channel) } } : {}),
    })
  }

  /** Responds to a query about a guild of the bot. Ignores other guilds, which another runner may know. */
  return async function query(question: ServiceMessage<'query'>): Promise<void> {
    if (!cache.guilds.has(question.guild_id)) return
    const { ref } = question
    try {
      send('query_result', { ref, result: await answer(question) })
    } catch (error) {
      const isKnown = error instanceof DiscordError
      send('query_result', {
        ref,
        error: {
          code: isKnown ? error.code : 'invalid_request',
          message: isKnown ? error.message : 'The runner cannot respond to this query.',
        },
      })
    }
  }
}

const present = ({ user, nick }: FoundMember): DirectoryMember => ({
  id: user.id,
  name: nick ?? nameOf(user as Parameters<typeof nameOf>[0]),
  username: user.username,
  is_bot: user.bot ?? false,
})
