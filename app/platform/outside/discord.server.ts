import { setMaxListeners } from 'node:events'
import type { REST, RESTOptions } from '@discordjs/rest'
import type { z } from 'zod'
import type { Config } from '#app/platform/config/config.server.ts'
import { Refusal, type ErrorCode } from '#app/errors.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Why a call of Discord came to nothing. */
export type DiscordFailure =
  | { reason: 'not_set_up' }
  /** What was sent is wrong; `errors` says where, as Discord nests it. */
  | { reason: 'invalid'; message: string; errors: unknown; code: number | null }
  /** The token is wrong, the bot may not, or there is no such thing. */
  | { reason: 'token' | 'forbidden' | 'unknown'; code: number | null }
  | { reason: 'rate_limited'; seconds: number }
  | { reason: 'down'; how: string }

/** What Discord did not do for us, as a sentence for a person. It never holds a token, an address or a body. */
export class DiscordError extends Refusal {
  constructor(readonly trouble: DiscordFailure) {
    const { code, message, retryAfter } = messageOf(trouble)
    super(code, message, retryAfter ? { headers: { 'Retry-After': String(retryAfter) } } : {})
  }
}

/** One call. `bot: false` is for what is proved by its own address, such as the token of an interaction. */
type DiscordCall<S extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Without the version: `/applications/…`. */
  path: `/${string}`
  body?: unknown
  bot?: boolean
  /** For the audit log of the guild. */
  reason?: string | undefined
  /** Ends the call early. */
  signal?: AbortSignal
  /** What is read of the answer; one without a body is an empty `ArrayBuffer`. */
  answer: S
}

/** Discord's REST API. */
export type DiscordClient = {
  /** The id of our application. Throws `DiscordError` unless it and the bot’s token are set. */
  application(): string
  /** Calls Discord within the bounds of patience. Throws `DiscordError`, and nothing else. */
  request<S extends z.ZodType>(call: DiscordCall<S>): Promise<z.output<S>>
}

/** In milliseconds: one attempt, one wait that Discord asks for, and all of a call together. */
type Timeouts = { attempt: number; wait: number; call: number }

const defaultTimeouts: Timeouts = { attempt: 10_000, wait: 5_000, call: 25_000 }

/** No answer that we need is longer, in bytes: 130 commands with all that they may hold. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

type Settings = Pick<Config, 'discordApplicationId' | 'discordBotToken' | 'discordApiUrl' | 'siteUrl'>

/** Makes the client. Its library keeps the buckets of rate limits, and is read when the first call needs it. */
export function createDiscordClient(config: Settings, patience: Timeouts = defaultTimeouts): DiscordClient {
  const { discordApplicationId: application, discordBotToken: token } = config
  let opened: Promise<REST> | undefined
  return {
    application() {
      if (!application || !token) throw new DiscordError({ reason: 'not_set_up' })
      return application
    },
    async request({ method, path, body, bot = true, reason, signal: given, answer }) {
      if (bot && !token) throw new DiscordError({ reason: 'not_set_up' })
      const rest = await (opened ??= createRestClient(config, patience))
      // A token that was refused once is forgotten there, and may be right again.
      if (bot) rest.setToken(token!)
      const bound = AbortSignal.timeout(patience.call)
      const signal = given ? AbortSignal.any([bound, given]) : bound
      // Every attempt listens to it.
      setMaxListeners(0, signal)
      try {
        const why = reason ? { reason } : {}
        const options = { method: method as never, fullRoute: path, body, auth: bot, signal, ...why }
        return answer.parse(await rest.request(options))
      } catch (error) {
        throw new DiscordError(await failureOf(error, signal))
      }
    },
  }
}

/** The library behind it, for its gateway client. */
export async function createRestClient(
  { discordApiUrl, siteUrl }: Settings,
  patience: Timeouts = defaultTimeouts,
): Promise<REST> {
  const { REST } = await import('@discordjs/rest')
  const userAgent = `DiscordBot (${siteUrl}, 1.0.0)`
  const makeRequest = (url: string, init: object) => request(url, init, userAgent)
  return new REST({
    api: discordApiUrl,
    version: '10',
    timeout: patience.attempt,
    retries: 1,
    rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > patience.wait,
    makeRequest: makeRequest as unknown as RESTOptions['makeRequest'],
  })
}

/** One attempt. The body is read inside of it, because what the library times ends here. */
async function request(url: string, init: RequestInit, userAgent: string): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'User-Agent': userAgent },
    redirect: 'error',
  })
  const text = await readLimited(answer, MAX_RESPONSE_BYTES)
  if (text === null) throw new Error('it answers more than it should')
  const { status, statusText } = answer
  const headers = new Headers(answer.headers)
  // What is empty is no JSON, whatever is said of it.
  if (!text) headers.delete('Content-Type')
  // Without it the library would ask again at once.
  if (status === 429 && !Number(headers.get('Retry-After'))) headers.set('Retry-After', '1')
  return new Response(text || null, { status, statusText, headers })
}

async function failureOf(error: unknown, signal: AbortSignal): Promise<DiscordFailure> {
  const { DiscordAPIError, HTTPError, RateLimitError } = await import('@discordjs/rest')
  if (error instanceof RateLimitError) {
    return {
      reason: 'rate_limited',
      seconds: Math.max(1, Math.ceil(Math.max(error.timeToReset, error.retryAfter) / 1000)),
    }
  }
  if (error instanceof HTTPError) return { reason: 'down', how: `answers ${error.status}` }
  if (error instanceof DiscordAPIError) {
    const code = typeof error.code === 'number' ? error.code : null
    if (error.status === 401) return { reason: 'token', code }
    if (error.status === 403) return { reason: 'forbidden', code }
    if (error.status === 404) return { reason: 'unknown', code }
    if (error.status !== 400) return { reason: 'down', how: `answers ${error.status}` }
    const { message, errors } = error.rawError as { message?: string; errors?: unknown }
    return { reason: 'invalid', message: message ?? '', errors: errors ?? {}, code }
  }
  const { name } = error as Error
  if (signal.aborted || name === 'AbortError') return { reason: 'down', how: 'does not answer in time' }
  if (name === 'ZodError' || name === 'SyntaxError')
    return { reason: 'down', how: 'answers something else than we know' }
  return { reason: 'down', how: 'cannot be reached' }
}

function messageOf(trouble: DiscordFailure): { code: ErrorCode; message: string; retryAfter?: number } {
  switch (trouble.reason) {
    case 'not_set_up':
      return {
        code: 'unavailable',
        message: 'Discord is not set up here. Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN.',
        retryAfter: 3600,
      }
    case 'invalid':
      return { code: 'invalid_request', message: `Discord does not take this: ${trouble.message}` }
    case 'token':
      return {
        code: 'unavailable',
        message:
          'Discord does not accept the token of the bot. Set DISCORD_BOT_TOKEN to the one that is valid.',
        retryAfter: 3600,
      }
    case 'forbidden':
      return {
        code: 'conflict',
        message:
          'Discord does not let the bot do this. It is not in the guild, or it was added without the scope applications.commands.',
      }
    case 'unknown':
      return {
        code: 'conflict',
        message:
          'Discord knows nothing of this guild or of the application that DISCORD_APPLICATION_ID names.',
      }
    case 'rate_limited':
      return {
        code: 'unavailable',
        message: `Discord asks us to wait. Try again in ${formatAmount(trouble.seconds, 'second', 'seconds')}.`,
        retryAfter: trouble.seconds,
      }
    case 'down':
      return { code: 'unavailable', message: `Discord ${trouble.how}. Try again later.`, retryAfter: 30 }
  }
}
