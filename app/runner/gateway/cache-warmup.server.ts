import { z } from 'zod'
import type { DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { Cache } from '#app/runner/gateway/cache.ts'
import { shardOf } from '#app/runner/gateway/sessions.server.ts'
import type { Channel, Guild } from '#app/runner/gateway/types.ts'
import type { Log } from '#app/runner/protocol.ts'

type WarmupOptions = {
  cache: Cache
  discord: DiscordClient
  log: Log
  /** Checks whether the session has the intent for member lists. */
  hasMembers(): boolean
  /** Sends a request over the gateway. */
  ask(shardId: number, payload: object): unknown
  /** Called when all available data of a guild is loaded. */
  warmed(guildId: string): void
  /** Called with a guild from the REST API, once its channels and roles are cached. */
  loaded(guild: Guild): void
}

/** Maximum size of a guild whose whole member list is loaded, to limit time and memory. */
const MAX_MEMBERS = 50_000
const REQUEST_GUILD_MEMBERS = 8
const GUILDS_PER_PAGE = 200

const ids = z.array(z.object({ id: z.string() }))
const anything = z.unknown()

/**
 * Creates the loader for data that dispatches omit: members, and entire guilds after a new process resumes a session.
 */
export function createCacheWarmup({ cache, discord, log, hasMembers, ask, warmed, loaded }: WarmupOptions) {
  function list(guildId: string, shardId: number) {
    const members = cache.guilds.get(guildId)?.members ?? 0
    if (!hasMembers() || members > MAX_MEMBERS) return warmed(guildId)
    const d = { guild_id: guildId, query: '', limit: 0 }
    Promise.resolve(ask(shardId, { op: REQUEST_GUILD_MEMBERS, d })).catch((error: unknown) =>
      log.warn({ err: error, guild: guildId }, 'the members of a guild could not be listed'),
    )
  }

  async function warm(guildId: string, shardId: number) {
    const get = (path: `/${string}`) => discord.request({ method: 'GET', path, answer: anything })
    const guild = (await get(`/guilds/${guildId}?with_counts=true`)) as Guild
    const channels = (await get(`/guilds/${guildId}/channels`)) as Channel[]
    cache.updateGuild({ ...guild, channels }, true)
    loaded(guild)
    list(guildId, shardId)
  }

  /** Yields the ids of all guilds of the bot, which Discord lists in pages. */
  async function* guildIds() {
    let after = '0'
    for (;;) {
      const path = `/users/@me/guilds?limit=${GUILDS_PER_PAGE}&after=${after}` as const
      const found = await discord.request({ method: 'GET', path, answer: ids })
      for (const { id } of found) yield id
      if (found.length < GUILDS_PER_PAGE) return
      after = found.at(-1)!.id
    }
  }

  return {
    /** Requests the members when a guild appears, and reports when they have arrived. */
    onDispatch(t: string, d: { id?: string; guild_id?: string; unavailable?: boolean }, shardId: number) {
      if (t === 'GUILD_CREATE' && d.id && !d.unavailable) list(d.id, shardId)
      if (t !== 'GUILD_MEMBERS_CHUNK' || !d.guild_id) return
      const { chunk_index = 0, chunk_count = 1 } = d as { chunk_index?: number; chunk_count?: number }
      if (chunk_index + 1 === chunk_count) warmed(d.guild_id)
    },
    /** Loads each guild of a shard from the REST API, because Discord does not resend guild data after a resume. */
    async warmAll(shardId: number, shardCount: number) {
      try {
        for await (const id of guildIds()) {
          if (shardOf(id, shardCount) === shardId && !cache.guilds.has(id)) await warm(id, shardId)
        }
      } catch (error) {
        log.warn({ err: error }, 'names and counts of guilds are missing until Discord sends them again')
      }
    },
  }
}
