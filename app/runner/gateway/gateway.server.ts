import type { WebSocketManager } from '@discordjs/ws'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'
import { makeDiscord, openRest } from '#app/platform/outside/discord.server.ts'
import { delayOf, type Delays } from '#app/runner/timing.ts'
import { makeCache, type Cache } from '#app/runner/gateway/cache.ts'
import { readDispatch } from '#app/runner/gateway/events.ts'
import { openSessions } from '#app/runner/gateway/sessions.server.ts'
import { makeSnapshots } from '#app/runner/gateway/snapshots.server.ts'
import { makeWarmth } from '#app/runner/gateway/cache-warmup.server.ts'
import type { Outbox } from '#app/runner/outbox.server.ts'
import type { Known, Log, Send, Task } from '#app/runner/protocol.ts'

type Ids = Parameters<Cache['known']>[1]
type Parts = {
  config: Config
  outbox: Outbox
  send: Send
  isReady(): boolean
  log: Log
  delays?: Delays
  snapshotTimes?: { least: number; most: number }
}

/** Discord’s names, by bit: https://discord.com/developers/docs/events/gateway#gateway-intents */
const intents = {
  Guilds: 1 << 0,
  GuildMembers: 1 << 1,
  GuildModeration: 1 << 2,
  GuildVoiceStates: 1 << 7,
  GuildMessages: 1 << 9,
  GuildMessageReactions: 1 << 10,
  MessageContent: 1 << 15,
  GuildScheduledEvents: 1 << 16,
}
const all = Object.values(intents).reduce((sum, bit) => sum | bit, 0)
const privileged = intents.GuildMembers | intents.MessageContent

/** Discord’s close codes after which trying again changes nothing. */
const final: Record<number, string> = {
  4004: 'Discord does not accept the token of the bot. Set DISCORD_BOT_TOKEN to the one that is valid.',
  4010: 'Discord does not know this shard.',
  4011: 'Discord wants more shards than it said.',
  4012: 'Discord does not speak version 10 of the gateway any more.',
  4013: 'Discord does not know the intents that we ask for.',
  4014: 'Discord does not allow the intents that we ask for.',
}
const FEWER =
  'Discord does not allow the privileged intents: switch on “Server Members Intent” and “Message Content Intent” for the bot in Discord’s developer portal. Until then joins, leaves, role changes and the text of messages are missing.'

/** How a cut is announced that is to be taken up again later. */
const RESUMING = 4200

export type Gateway = Awaited<ReturnType<typeof openGateway>>

/** Holds the bot’s connection to Discord’s gateway and hands on what it says as events and snapshots, until it is stopped. */
export async function openGateway({ config, outbox, send, isReady, log, delays, snapshotTimes }: Parts) {
  const token = config.discordBotToken!
  const sessions = await openSessions({ path: join(config.dataDir, 'gateway-session.json'), token, log })
  const cache = makeCache()
  // A token begins with the id of its bot; after a resume nobody says it.
  const self = Buffer.from(token.split('.')[0]!, 'base64').toString()
  if (/^\d{17,20}$/.test(self)) cache.meet(self)
  const discord = makeDiscord(config)
  const snapshots = makeSnapshots({
    cache,
    discord,
    send,
    mayReport: (guildId) => isReady() && !outbox.isResting(guildId),
    ...(snapshotTimes ? { times: snapshotTimes } : {}),
  })
  const hasMembers = () => Boolean((sessions.intents() ?? wanted) & intents.GuildMembers)
  const warmth = makeWarmth({
    cache,
    discord,
    log,
    hasMembers,
    ask: (shardId, payload) => manager?.send(shardId, payload as never),
    warmed: (guildId) => snapshots.changed(guildId, 0),
  })
  const { WebSocketManager } = await import('@discordjs/ws')
  const rest = (await openRest(config)).setToken(token)
  let wanted = all
  let manager: WebSocketManager | null = null
  let stopped = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  open()

  function open() {
    if (stopped) return
    const own = new WebSocketManager({
      token,
      rest,
      intents: wanted,
      retrieveSessionInfo: sessions.retrieve,
      updateSessionInfo: sessions.update,
    })
    manager = own
    own.on('hello', () => sessions.trouble(false))
    own.on('socketError', (error) => {
      sessions.trouble(true)
      log.debug({ err: error }, 'the gateway’s socket failed')
    })
    own.on('error', (error) => log.debug({ err: error }, 'the gateway failed'))
    own.on('closed', (code) => own === manager && closed(code))
    own.on('ready', ({ user }) => begin(user.id, false))
    own.on('resumed', (shardId) => begin(null, true, shardId))
    own.on('dispatch', (payload, shardId) => own === manager && take(payload, shardId))
    own.connect().catch((error: unknown) => {
      if (own !== manager) return
      manager = null
      later(error)
    })
  }

  function begin(userId: string | null, resumed: boolean, shardId = 0) {
    failures = 0
    log.info({ resumed }, 'connected to Discord’s gateway')
    if (userId) {
      cache.meet(userId)
      sessions.identifiedWith(wanted)
    } else if (!cache.guilds.size) {
      void warmth.warmAll(shardId)
    }
  }

  function take(payload: { t: string; s: number; d: unknown }, shardId: number) {
    const { t, s, d } = payload
    const settled = sessions.open(shardId, s)
    const session = sessions.retrieve(shardId)?.sessionId ?? ''
    try {
      outbox.add(readDispatch(cache, { t, d, s, session }, new Date()), settled)
      warmth.follow(t, d as { id?: string }, shardId)
      const { guild_id, id } = d as { guild_id?: string; id?: string }
      if (guild_id && counted.test(t)) snapshots.changed(guild_id)
      // Its members follow, most of the time.
      if (id && t === 'GUILD_CREATE') snapshots.changed(id, 10_000)
    } catch (error) {
      // A dispatch of another shape than we know must not end the process, nor come again for ever.
      log.error({ err: error, type: t }, 'a dispatch cannot be read')
      settled()
    }
  }

  function closed(code: number) {
    const message = final[code]
    if (!message) return
    const own = manager
    manager = null
    void own?.destroy()
    if (code === 4014 && wanted & privileged) {
      wanted &= ~privileged
      log.error({ code }, FEWER)
      retry = setTimeout(open, delayOf(0, delays))
    } else {
      log.error({ code }, message)
    }
  }

  function later(error: unknown) {
    const wait = delayOf(failures++, delays)
    log.warn({ err: error, wait_ms: Math.round(wait) }, 'not connected to Discord’s gateway; trying again')
    retry = setTimeout(open, wait)
  }

  return {
    /** The guilds that the bot is in, as far as it knows. */
    guilds: (): ReadonlySet<string> => new Set(cache.guilds.keys()),
    /** Returns what is certain about the ids of a task. Without the intent, members who leave are not reported. */
    known({ payload }: Task): Known {
      const { isMember = false, ...known } = cache.known(payload.guild_id, payload.config as Ids)
      return { ...known, isMember: isMember && hasMembers() }
    },
    snapshotAll: snapshots.again,
    /** Leaves in a way that lets the next process go on with the session. */
    async stop() {
      stopped = true
      clearTimeout(retry)
      snapshots.stop()
      sessions.freeze(true)
      await manager?.destroy({ code: RESUMING })
      manager = null
      await sessions.save()
    },
    /** Writes down how far the service has acknowledged events by now. */
    save: sessions.save,
  }
}

/** Dispatches that change what a snapshot counts. */
const counted = /^(GUILD_MEMBER_(ADD|REMOVE)|GUILD_ROLE_|CHANNEL_(CREATE|DELETE)|GUILD_UPDATE)/
