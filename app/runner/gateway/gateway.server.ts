import type { WebSocketManager } from '@discordjs/ws'
import type { Config } from '#app/platform/config/config.server.ts'
import { createDiscordClient, createRestClient, RENEW_TOKEN } from '#app/platform/outside/discord.server.ts'
import { backoffDelay, type Delays } from '#app/runner/timing.ts'
import { makeCache, type Cache } from '#app/runner/gateway/cache.ts'
import { readDispatch } from '#app/runner/gateway/events.ts'
import { createGuildReporter } from '#app/runner/gateway/guild-reports.server.ts'
import { openSessions, sessionsPath, shardOf } from '#app/runner/gateway/sessions.server.ts'
import type { InteractionRelay } from '#app/runner/gateway/interactions.server.ts'
import { createDirectoryReporter } from '#app/runner/gateway/directory.server.ts'
import { createQueryHandler } from '#app/runner/gateway/queries.server.ts'
import { createSnapshotReporter } from '#app/runner/gateway/snapshots.server.ts'
import { createCacheWarmup } from '#app/runner/gateway/cache-warmup.server.ts'
import type { Guild } from '#app/runner/gateway/types.ts'
import type { Outbox } from '#app/runner/outbox.server.ts'
import type { KnownIds, Log, Send, Task } from '#app/runner/protocol.ts'

type Ids = Parameters<Cache['known']>[1]
type GatewayOptions = {
  config: Config
  outbox: Outbox
  interactions: InteractionRelay
  send: Send
  isReady(): boolean
  /** Returns true while many messages wait to be sent. */
  isBusy(): boolean
  log: Log
  delays?: Delays
  snapshotTimes?: { least: number; most: number }
}

/** Intent bits by Discord's name: https://discord.com/developers/docs/events/gateway#gateway-intents */
const intents = {
  Guilds: 1 << 0,
  GuildMembers: 1 << 1,
  GuildModeration: 1 << 2,
  GuildExpressions: 1 << 3,
  GuildVoiceStates: 1 << 7,
  GuildMessages: 1 << 9,
  GuildMessageReactions: 1 << 10,
  MessageContent: 1 << 15,
  GuildScheduledEvents: 1 << 16,
}
const allIntents = Object.values(intents).reduce((sum, bit) => sum | bit, 0)
const privilegedIntents = intents.GuildMembers | intents.MessageContent

/** Close codes from Discord that make a retry pointless. */
const fatalCloseCodes: Record<number, string> = {
  4004: `Discord rejected the bot token. ${RENEW_TOKEN}`,
  4010: 'Discord does not recognize this shard. Restart the runner.',
  4011: 'Discord requires more shards than it announced. Restart the runner.',
  4012: 'Discord no longer supports version 10 of the gateway. Update Signpost.',
  4013: 'Discord does not recognize the requested intents. Update Signpost.',
  4014: 'Discord does not allow the requested intents. Check the bot in Discord’s developer portal.',
}
const MISSING_INTENTS =
  'Discord does not allow the privileged intents. Enable “Server Members Intent” and “Message Content Intent” for the bot in Discord’s developer portal. Until then, joins, leaves, role changes and message text are missing.'

/** Close code for a connection that will be resumed later. */
const RESUME_CLOSE_CODE = 4200

export type Gateway = Awaited<ReturnType<typeof openGateway>>

/** Connects the bot to Discord's gateway and reports events and snapshots until `stop` is called. */
export async function openGateway({
  config,
  outbox,
  interactions,
  send,
  isReady,
  isBusy,
  log,
  delays,
  snapshotTimes,
}: GatewayOptions) {
  const token = config.discordBotToken!
  const sessions = await openSessions({ path: sessionsPath(config.dataDir), token, log })
  const cache = makeCache()
  // A bot token starts with the bot id, which no dispatch contains after a resume.
  const self = Buffer.from(token.split('.')[0]!, 'base64').toString()
  if (/^\d{17,20}$/.test(self)) cache.setSelf(self)
  const discord = createDiscordClient(config)
  const snapshots = createSnapshotReporter({
    cache,
    discord,
    send,
    requireReportAccess: (guildId) => isReady() && !outbox.isPaused(guildId),
    ...(snapshotTimes ? { times: snapshotTimes } : {}),
  })
  const guildReports = createGuildReporter({ send, isReady, log })
  const directory = createDirectoryReporter({ cache, send, isReady, isBusy })
  const hasMembers = () => Boolean((sessions.intents() ?? requestedIntents) & intents.GuildMembers)
  const cacheWarmup = createCacheWarmup({
    cache,
    discord,
    log,
    hasMembers,
    ask: (shardId, payload) => manager?.send(shardId, payload as never),
    warmed: (guildId) => snapshots.changed(guildId, 0),
    loaded(guild) {
      guildReports.available(guild)
      directory.report(guild.id)
    },
  })
  const { WebSocketManager } = await import('@discordjs/ws')
  const rest = (await createRestClient(config)).setToken(token)
  /** Shards that repeat missed dispatches after a reconnect. */
  const replaying = new Set<number>()
  let requestedIntents = allIntents
  let manager: WebSocketManager | null = null
  let stopped = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  open()

  function open() {
    if (stopped) return
    const current = new WebSocketManager({
      token,
      rest,
      intents: requestedIntents,
      retrieveSessionInfo: sessions.retrieve,
      updateSessionInfo: sessions.update,
    })
    manager = current
    current.on('hello', (shardId) => {
      sessions.setOffline(false)
      if (sessions.retrieve(shardId)) replaying.add(shardId)
    })
    current.on('socketError', (error) => {
      sessions.setOffline(true)
      log.debug({ err: error }, 'the gateway connection failed')
    })
    current.on('error', (error) => log.debug({ err: error }, 'the gateway failed'))
    current.on('closed', (code) => current === manager && onClosed(code))
    current.on('ready', (ready) => {
      guildReports.onReady(ready)
      onReady(ready.user.id, false)
    })
    current.on('resumed', (shardId) => onReady(null, true, shardId))
    current.on('dispatch', (payload, shardId) => current === manager && onDispatch(payload, shardId))
    current.connect().catch((error: unknown) => {
      if (current !== manager) return
      manager = null
      retryLater(error)
    })
  }

  function onReady(userId: string | null, resumed: boolean, shardId = 0) {
    failures = 0
    log.info({ resumed }, 'connected to Discord’s gateway')
    if (userId) {
      cache.setSelf(userId)
      sessions.identifiedWith(requestedIntents)
      return
    }
    const { shardCount = 1 } = sessions.retrieve(shardId) ?? {}
    const isCached = [...cache.guilds.keys()].some((id) => shardOf(id, shardCount) === shardId)
    if (!isCached) void cacheWarmup.warmAll(shardId, shardCount)
  }

  function onDispatch(payload: { t: string; s: number; d: unknown }, shardId: number) {
    const { t, s, d } = payload
    const settled = sessions.open(shardId, s)
    const session = sessions.retrieve(shardId)?.sessionId ?? ''
    try {
      if (t === 'READY' || t === 'RESUMED') replaying.delete(shardId)
      if (t === 'INTERACTION_CREATE') return interactions.receive(d, replaying.has(shardId), settled)
      outbox.add(readDispatch(cache, { t, d, s, session }, new Date()), settled)
      cacheWarmup.onDispatch(t, d as { id?: string }, shardId)
      guildReports.onDispatch(t, d as Guild)
      directory.onDispatch(t, d)
      const { guild_id, id } = d as { guild_id?: string; id?: string }
      if (guild_id && snapshotDispatches.test(t)) snapshots.changed(guild_id)
      // Members usually follow.
      if (id && t === 'GUILD_CREATE') snapshots.changed(id, 10_000)
    } catch (error) {
      // A malformed dispatch must not end the process or be replayed forever.
      log.error({ err: error, type: t }, 'a dispatch could not be read')
      settled()
    }
  }

  function onClosed(code: number) {
    const message = fatalCloseCodes[code]
    if (!message) return
    const current = manager
    manager = null
    void current?.destroy()
    if (code === 4014 && requestedIntents & privilegedIntents) {
      requestedIntents &= ~privilegedIntents
      log.error({ code }, MISSING_INTENTS)
      retry = setTimeout(open, backoffDelay(0, delays))
    } else {
      log.error({ code }, message)
    }
  }

  function retryLater(error: unknown) {
    const wait = backoffDelay(failures++, delays)
    log.warn({ err: error, wait_ms: Math.round(wait) }, 'disconnected from Discord’s gateway: reconnecting')
    retry = setTimeout(open, wait)
  }

  return {
    /** Returns the known guilds of the bot. */
    guilds: (): ReadonlySet<string> => new Set(cache.guilds.keys()),
    /**
     * Returns the facts known for certain about the ids of a task. Without the members intent, departures are not
     * reported.
     */
    known({ payload }: Task): KnownIds {
      const { isMember = false, ...known } = cache.known(payload.guild_id, payload.config as Ids)
      return { ...known, isMember: isMember && hasMembers() }
    },
    /** Reports everything that the service may have missed. */
    reportAll() {
      snapshots.again()
      guildReports.again()
      directory.again()
    },
    resyncDirectory: directory.resync,
    query: createQueryHandler({ cache, discord, send }),
    /** Disconnects so that the next process can resume the session. */
    async stop() {
      stopped = true
      clearTimeout(retry)
      snapshots.stop()
      guildReports.stop()
      directory.stop()
      sessions.freeze(true)
      await manager?.destroy({ code: RESUME_CLOSE_CODE })
      manager = null
      await sessions.save()
    },
    /** Saves how far the service has acknowledged events. */
    save: sessions.save,
  }
}

/** Dispatches that affect the counts in a snapshot. */
const snapshotDispatches =
  /^(GUILD_MEMBER_(ADD|REMOVE)|GUILD_ROLE_|CHANNEL_(CREATE|DELETE)|GUILD_UPDATE|GUILD_EMOJIS_UPDATE)/
