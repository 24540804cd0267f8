import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DiscordError, type DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { JobType } from '#app/features/jobs/schema.ts'
import { ActionFailed } from '#app/runner/actions/failure.server.ts'
import type { Task } from '#app/runner/protocol.ts'

type Kind = 'channel' | 'member' | 'role'

/**
 * Kinds of ids that must belong to the guild. Kicks and bans are exempt, because their paths contain the guild. A
 * repeated kick succeeds, and a ban can name a user who has left.
 */
const guildKinds: { [T in JobType]: readonly Kind[] } = {
  SEND_MESSAGE: ['channel'],
  SEND_DM: ['member'],
  ADD_ROLE: ['member', 'role'],
  REMOVE_ROLE: ['member', 'role'],
  TIMEOUT_MEMBER: ['member'],
  KICK_MEMBER: [],
  BAN_MEMBER: [],
  DELETE_MESSAGE: ['channel'],
  CREATE_THREAD: ['channel'],
  ADD_REACTION: ['channel'],
  LOG_TO_CHANNEL: ['channel'],
  CALL_WEBHOOK: [],
}

/** Other ids that an action puts in a path. */
const pathIds: { [T in JobType]: readonly IdField[] } = {
  SEND_MESSAGE: [],
  SEND_DM: [],
  ADD_ROLE: [],
  REMOVE_ROLE: [],
  TIMEOUT_MEMBER: [],
  KICK_MEMBER: ['user_id'],
  BAN_MEMBER: ['user_id'],
  DELETE_MESSAGE: ['message_id'],
  CREATE_THREAD: [],
  ADD_REACTION: ['message_id'],
  LOG_TO_CHANNEL: [],
  CALL_WEBHOOK: [],
}

const fields = { channel: 'channel_id', member: 'user_id', role: 'role_id' } as const
const idFields = [...Object.values(fields), 'message_id'] as const
const names = { channel_id: 'channel', user_id: 'user', role_id: 'role', message_id: 'message' } as const
type IdField = (typeof idFields)[number]
type Ids = Partial<Record<IdField, string>>

/** Milliseconds for which a Discord response is cached. Members can leave a guild, but channels never change guilds. */
const CACHE_MS = { channel: 30_000, role: 30_000, member: 10_000 }
const MAX_CACHED = 10_000

const channel = z.object({ guild_id: z.string().nullish() })
const roles = z.array(z.object({ id: z.string() }))

const wrongGuild = (what: string) => new ActionFailed('wrong_guild', what, false)

/** Creates a check that all ids in a task belong to the task's guild. Throws `ActionFailed` or `DiscordError`. */
export function makeGuildCheck(discord: DiscordClient) {
  const kept = new LRUCache<string, Promise<unknown>>({ max: MAX_CACHED })

  /** Shares a request between concurrent callers with the same key, and caches its response briefly. */
  function get<S extends z.ZodType>(
    kind: Kind,
    path: `/${string}`,
    answer: S,
    key: string = path,
  ): Promise<z.output<S>> {
    const known = kept.get(key) as Promise<z.output<S>> | undefined
    if (known) return known
    const asked = discord.request({ method: 'GET', path, answer })
    kept.set(key, asked, { ttl: CACHE_MS[kind] })
    asked.catch((error: unknown) => {
      if (!(kind === 'channel' && isFinal(error)) && kept.peek(key) === asked) kept.delete(key)
    })
    return asked
  }

  const belongs: Record<Kind, (guildId: string, id: string, task: Task) => Promise<boolean>> = {
    async channel(guildId, id, { known }) {
      const found = known?.channelGuild ?? (await get('channel', `/channels/${id}`, channel)).guild_id
      return found === guildId
    },
    async member(guildId, id, { known }) {
      if (known?.isMember) return true
      const there = get('member', `/guilds/${guildId}/members/${id}`, z.unknown())
      return there.then(() => true, falseIfUnknown)
    },
    async role(guildId, id, { known }) {
      if (known?.hasRole) return true
      const path = `/guilds/${guildId}/roles` as const
      const isKept = kept.has(path)
      const has = async (key?: string) => (await get('role', path, roles, key)).some((role) => role.id === id)
      // The role may be newer than the cached list.
      return (await has()) || (isKept && (await has(`${path} ${id}`)))
    },
  }

  return async function check(task: Task): Promise<void> {
    const { guild_id, event } = task.payload
    requireId('server', guild_id)
    if (event.guild_id !== guild_id) throw wrongGuild('The event is from another server.')
    const config = task.payload.config as Ids
    const kinds = guildKinds[task.type]
    const needed: IdField[] = [...kinds.map((kind) => fields[kind]), ...(pathIds[task.type] ?? [])]
    for (const field of idFields)
      if (config[field] !== undefined || needed.includes(field)) requireId(names[field], config[field])
    for (const kind of kinds) {
      const id = config[fields[kind]]!
      const isHere = await belongs[kind](guild_id, id, task).catch((error: unknown) => {
        throw kind === 'channel' ? channelFailure(error, id) : error
      })
      if (!isHere)
        throw wrongGuild(
          kind === 'member' ? notMemberMessage(id) : `The ${kind} ${id} is not in this server.`,
        )
    }
  }
}

/** Throws unless an id is numeric, because ids become part of a path. */
function requireId(name: string, id: unknown): void {
  if (typeof id !== 'string' || !/^\d{17,20}$/.test(id))
    throw new ActionFailed(
      'invalid_request',
      `The ${name} id must be a Discord id with 17 to 20 digits.`,
      false,
    )
}

const notMemberMessage = (id: string) => `The user ${id} is not a member of this server.`

const reasonOf = (error: unknown) => (error instanceof DiscordError ? error.trouble.reason : null)
const isFinal = (error: unknown) => ['forbidden', 'unknown'].includes(reasonOf(error) ?? '')

/** Returns false if Discord cannot find the member. Throws any other error. */
function falseIfUnknown(error: unknown): false {
  if (reasonOf(error) === 'unknown') return false
  throw error
}

function channelFailure(error: unknown, id: string): unknown {
  if (reasonOf(error) === 'unknown')
    return new ActionFailed('not_found', `The channel ${id} does not exist.`, false)
  if (reasonOf(error) === 'forbidden')
    return new ActionFailed('forbidden', `The bot cannot see the channel ${id}. Give the bot access.`, false)
  return error
}
