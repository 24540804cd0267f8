import pLimit from 'p-limit'
import { z } from 'zod'
import type { DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { Cache } from '#app/runner/gateway/cache.ts'
import type { Send } from '#app/runner/protocol.ts'

type SnapshotOptions = {
  cache: Cache
  discord: DiscordClient
  send: Send
  /** Returns false while the runner is disconnected, and for guilds that the service currently refuses. */
  requireReportAccess(guildId: string): boolean
  /** Minimum and maximum milliseconds between two snapshots of a guild. */
  times?: { least: number; most: number }
}

/** Maximum number of concurrent requests to Discord, so that requests of many guilds do not time out in a queue. */
const MAX_REQUESTS = 4
const defaultTimes = { least: 60_000, most: 60 * 60_000 }
const online = z.object({
  approximate_presence_count: z.number().int().nullish(),
  emojis: z.array(z.unknown()).optional(),
})

/**
 * Creates the snapshot reporter. Each guild is reported every hour and shortly after a change, at most once a minute.
 */
export function createSnapshotReporter({
  cache,
  discord,
  send,
  requireReportAccess,
  times = defaultTimes,
}: SnapshotOptions) {
  const due = new Map<string, { timer: NodeJS.Timeout; at: number }>()
  const last = new Map<string, number>()
  const inTurn = pLimit(MAX_REQUESTS)

  function plan(guildId: string, wait: number) {
    const earliest = (last.get(guildId) ?? -Infinity) + times.least
    const at = Math.max(performance.now() + wait, earliest)
    const planned = due.get(guildId)
    if (planned && planned.at <= at) return
    clearTimeout(planned?.timer)
    const timer = setTimeout(() => void report(guildId), at - performance.now())
    due.set(guildId, { timer, at })
  }

  async function report(guildId: string) {
    due.delete(guildId)
    if (!cache.guilds.has(guildId)) return
    last.set(guildId, performance.now())
    plan(guildId, times.most)
    if (!requireReportAccess(guildId)) return
    const online_count = await inTurn(() => countOnline(guildId))
    const guild = cache.guilds.get(guildId)
    if (!guild) return
    const bot_count = Math.min(guild.bots.size, guild.members)
    send('snapshot', {
      guild_id: guildId,
      member_count: guild.members,
      human_count: guild.members - bot_count,
      bot_count,
      online_count,
      channel_count: guild.channels.size,
      // The default role, which all members have, shares the guild's id and is not counted.
      role_count: Math.max(0, guild.roles.size - (guild.roles.has(guildId) ? 1 : 0)),
      emoji_count: guild.emojiCount,
      boost_count: guild.boosts,
      boost_level: guild.level,
    })
  }

  /**
   * Returns the number of online members from the REST API, because the gateway would send every presence. Returns null
   * if the number is unknown.
   */
  async function countOnline(guildId: string) {
    try {
      const path = `/guilds/${guildId}?with_counts=true` as const
      const { approximate_presence_count, emojis } = await discord.request({
        method: 'GET',
        path,
        answer: online,
      })
      const guild = cache.guilds.get(guildId)
      if (guild && emojis) guild.emojiCount = emojis.length
      return approximate_presence_count ?? null
    } catch {
      return null
    }
  }

  return {
    /** Schedules a snapshot after a change. Further changes within `wait` milliseconds are included. */
    changed: (guildId: string, wait = 2_000) => plan(guildId, wait),
    /** Reports all guilds again after a reconnect, because the service may have missed snapshots. */
    again() {
      for (const guildId of cache.guilds.keys()) {
        last.delete(guildId)
        plan(guildId, 2_000)
      }
    },
    stop() {
      for (const { timer } of due.values()) clearTimeout(timer)
      due.clear()
    },
  }
}
