import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DiscordError, type DiscordClient } from '#app/platform/outside/discord.server.ts'
import {
  type Deferral,
  EPHEMERAL,
  ephemeralReply,
  type InteractionReply,
  type InteractionResponse,
  interactionTypes,
  MAX_INTERACTION_BYTES,
  responseTypes,
} from '#app/features/interactions/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { timeOf } from '#app/runner/gateway/channels-and-guilds.ts'
import type { Log, Send, ServiceMessage } from '#app/runner/protocol.ts'
import { createThrottle } from '#app/runner/timing.ts'

/**
 * Milliseconds until a slow response is deferred, until the user gets an error message without a response, and for which
 * a deferred response is awaited. Discord accepts a first response for three seconds.
 */
export type RelayTimes = { defer: number; last: number; giveUp: number }
const defaultTimes: RelayTimes = { defer: 1_500, last: 2_500, giveUp: 60_000 }

const dispatch = z.looseObject({
  id: snowflake,
  application_id: snowflake,
  token: z.string().min(1).max(2_000),
  type: z.number().int(),
})

type Pending = {
  id: string
  /** Path of the user's interaction at Discord. Contains the token, so it must not be logged. */
  webhook: string
  frame: { id: string; token: string; payload: Record<string, unknown> }
  callback: `/${string}`
  isAutocomplete: boolean
  at: number
  isSent: boolean
  /** Deferral that the service allows. Null until the service reports one. */
  hint: Deferral | null
  /** How the response was deferred, and whether Discord accepted the deferral. */
  deferred: { as: Deferral; done: Promise<boolean> } | null
  timers: NodeJS.Timeout[]
  settled(): void
}

type RelayOptions = {
  discord: DiscordClient
  send: Send
  isReady(): boolean
  log: Log
  times?: RelayTimes
}

export type InteractionRelay = ReturnType<typeof createInteractionRelay>

/** Age at which Discord no longer accepts a first response. */
const STALE_MS = 3_000
const MAX_PENDING = 500
const ALREADY_ANSWERED = 40060
const EXPIRED = 10062

const AWAY = 'The bot cannot be reached right now. Try again in a minute.'
const SLOW = 'The bot did not respond in time. Try again in a minute.'
const BUSY = 'The bot is busy. Try again in a few seconds.'
const FAILED = 'Something went wrong on our side. Try again in a minute.'
const TOO_LATE_FOR_FORM = 'This form took too long to open. Use the command again.'

/**
 * Creates the relay of interactions: reports each interaction to the service and sends the response to Discord. If the
 * service is slow, defers the response, and the late response replaces it.
 */
export function createInteractionRelay({ discord, send, isReady, log, times = defaultTimes }: RelayOptions) {
  // The service accepts 200 interactions in a second.
  const pace = createThrottle({ burst: 50, perSecond: 100 })
  const pending = new Map<string, Pending>()
  /** Recent interactions, because Discord replays dispatches after a reconnect. */
  const seen = new LRUCache<string, true>({ max: 10_000 })
  const posting = new Set<Promise<unknown>>()
  let idle: (() => void)[] = []

  function receive(d: unknown, isReplayed: boolean, settled: () => void) {
    const parsed = dispatch.safeParse(d)
    if (!parsed.success) {
      log.error({ issues: parsed.error.issues.slice(0, 3) }, 'an interaction could not be read')
      return settled()
    }
    const { id, token, ...rest } = parsed.data
    if (seen.has(id)) return settled()
    seen.set(id, true)
    // Only replays are compared with the clock, because a wrong clock must not stop all commands.
    if (isReplayed && Date.now() - Date.parse(timeOf(id)) > STALE_MS) {
      log.warn({ interaction: id }, 'an interaction was skipped: Discord repeated it too late')
      return settled()
    }
    const [application, secret] = [rest.application_id, encodeURIComponent(token)]
    const one: Pending = {
      id,
      webhook: `/webhooks/${application}/${secret}`,
      callback: `/interactions/${id}/${secret}/callback`,
      frame: { id, token, payload: rest },
      isAutocomplete: rest.type === interactionTypes.autocomplete,
      at: performance.now(),
      isSent: false,
      hint: null,
      deferred: null,
      timers: [],
      settled,
    }
    if (pending.size >= MAX_PENDING) return respond(one, ephemeralReply(BUSY))
    // The rest is for the envelope of the frame.
    if (Buffer.byteLength(JSON.stringify(d)) > MAX_INTERACTION_BYTES - 1_000) {
      log.error({ interaction: id }, 'an interaction is too large')
      return respond(one, ephemeralReply(FAILED))
    }
    pending.set(id, one)
    one.timers.push(
      setTimeout(() => deferIfSlow(one), times.defer),
      setTimeout(() => one.deferred ?? finish(one, isReady() && one.isSent ? SLOW : AWAY), times.last),
    )
    report(one)
  }

  function report(one: Pending) {
    pace.push(() => {
      if (pending.get(one.id) !== one || !isReady()) return
      one.isSent = true
      const left = Math.max(0, Math.round(one.at + times.defer - performance.now()))
      send('interaction', { ...one.frame, deadline_ms: Math.min(left, 3_000) })
    })
  }

  /** Without a hint, defers for the user only, because a public response must not show what is meant for one user. */
  function deferIfSlow(one: Pending) {
    const as = one.hint ?? 'ephemeral'
    if (one.isAutocomplete || as === 'none' || !one.isSent || !isReady()) return
    one.deferred = { as, done: post(one, deferral(as)) }
    one.timers.push(setTimeout(() => finish(one, SLOW), times.giveUp))
    // Another runner has responded, or Discord does not accept a response.
    void one.deferred.done.then((accepted) => accepted || remove(one))
  }

  const finish = (one: Pending, sentence: string) => respond(one, ephemeralReply(sentence))

  /** Sends the response, or replaces the deferred response. */
  function respond(one: Pending, response: InteractionResponse) {
    remove(one)
    if (one.deferred) {
      const { as, done } = one.deferred
      return void track(done.then((accepted) => accepted && replace(one, as, response)))
    }
    const none = { type: responseTypes.autocomplete, data: { choices: [] } }
    void post(one, one.isAutocomplete && response.type !== responseTypes.autocomplete ? none : response)
  }

  function remove(one: Pending) {
    for (const timer of one.timers) clearTimeout(timer)
    pending.delete(one.id)
    wake()
  }

  /** Sends the first response. Returns false if Discord does not accept one. */
  function post(one: Pending, body: InteractionResponse): Promise<boolean> {
    return track(
      call('POST', one.callback, body)
        .then(() => true)
        .catch((error: unknown) => {
          const code = codeOf(error)
          if (code === EXPIRED)
            log.warn({ interaction: one.id }, 'the response to an interaction was too late')
          else if (code !== ALREADY_ANSWERED) logFailure(one, error)
          return false
        })
        .finally(one.settled),
    )
  }

  /** Replaces a deferred response. The service replaces it itself if it deferred the response, too. */
  async function replace(one: Pending, as: Deferral, { type, data = {} }: InteractionResponse) {
    const original = `${one.webhook}/messages/@original` as const
    const { flags, ...message } = data
    const isPrivate = flags === EPHEMERAL
    try {
      if (type === responseTypes.modal) return await replace(one, as, ephemeralReply(TOO_LATE_FOR_FORM))
      if (type === responseTypes.update) return await call('PATCH', original, message)
      if (type === responseTypes.deferredUpdate && as !== 'update') return await call('DELETE', original)
      if (type !== responseTypes.message) return
      if (as === (isPrivate ? 'ephemeral' : 'public')) return await call('PATCH', original, message)
      // A message cannot become visible to others, or to one user only, so a new message replaces it.
      if (as !== 'update') await call('DELETE', original)
      await call('POST', one.webhook, data)
    } catch (error) {
      logFailure(one, error)
    }
  }

  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    discord.request({ method, path: path as `/${string}`, body, bot: false, answer: z.unknown() })

  /** Logs a failure. The message of a `DiscordError` contains no token. */
  function logFailure({ id }: Pending, error: unknown) {
    const reason = error instanceof DiscordError ? error.message : 'the runner failed'
    log.warn({ interaction: id, reason }, 'the response to an interaction could not be sent')
  }

  function track<T>(work: Promise<T>): Promise<T> {
    posting.add(work)
    void work.finally(() => {
      posting.delete(work)
      wake()
    })
    return work
  }

  function wake() {
    if (!pending.size && !posting.size) for (const resolve of idle.splice(0)) resolve()
  }

  return {
    /** Handles an interaction of the gateway. Skips old replays. Calls `settled` once, after the first response. */
    receive,
    onReply(reply: InteractionReply) {
      const one = pending.get(reply.id)
      if (!one) return
      if ('callback' in reply) respond(one, reply.callback)
      else one.hint = reply.defer
    },
    /** Tells the user that the service refused the interaction. Returns false for other references. */
    onRefused({ code, message, ref }: ServiceMessage<'error'>): boolean {
      const one = ref === null ? undefined : pending.get(ref)
      if (!one) return false
      log.warn({ interaction: one.id, code, message }, 'the service refused an interaction')
      finish(one, code === 'rate_limited' ? BUSY : FAILED)
      return true
    },
    /** Reports interactions without a response again after a reconnect. */
    resume() {
      pace.clear()
      for (const one of pending.values()) report(one)
    },
    /** Resolves when each interaction has its response. */
    async idle() {
      if (pending.size || posting.size) await new Promise<void>((resolve) => (idle = [...idle, resolve]))
    },
    /** Sends an error message for each interaction without a response. Resolves when all are sent. */
    async stop() {
      pace.clear()
      for (const one of pending.values()) finish(one, AWAY)
      await Promise.all(posting)
    },
  }
}

function deferral(as: Deferral): InteractionResponse {
  if (as === 'update') return { type: responseTypes.deferredUpdate }
  return { type: responseTypes.deferred, ...(as === 'ephemeral' ? { data: { flags: EPHEMERAL } } : {}) }
}

function codeOf(error: unknown): number | null {
  return error instanceof DiscordError && 'code' in error.trouble ? error.trouble.code : null
}
