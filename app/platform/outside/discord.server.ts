import { setMaxListeners } from 'node:events'
import type { REST, RESTOptions } from '@discordjs/rest'
import type { z } from 'zod'
import type { Config } from '#app/platform/config/config.server.ts'
import { Refusal, type ErrorCode } from '#app/errors.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'
import { formatWait } from '#app/primitives/count.ts'

/** Reason that a Discord call failed. */
export type DiscordFailure =
  | { reason: 'not_set_up' }
  /** Invalid payload. `errors` locates the faults in Discord's nested format. */
  | { reason: 'invalid'; message: string; errors: unknown; code: number | null }
  /** Invalid token, missing permission, or unknown resource. */
  | { reason: 'token' | 'forbidden' | 'unknown'; code: number | null }
  | { reason: 'rate_limited'; seconds: number }
  | { reason: 'down'; how: string }

/** Discord failure with a user-facing message. The message never contains a token, a URL or a body. */
export class DiscordError extends Refusal {
  constructor(readonly trouble: DiscordFailure) {
    const { code, message, retryAfter } = messageOf(trouble)
    super(code, message, retryAfter ? { headers: { 'Retry-After': String(retryAfter) } } : {})
  }
}

/**
 * Discord API call. `bot: false` is for calls that are authenticated by their URL, such as with an interaction token.
 */
type DiscordCall<S extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path without the API version: `/applications/…`. */
  path: `/${string}`
  body?: unknown
  bot?: boolean
  /** Reason for the guild's audit log. */
  reason?: string | undefined
  /** Ends the call early. */
  signal?: AbortSignal
  /** Response schema. Without a body, the value is an empty `ArrayBuffer`. */
  answer: S
}

/** Discord's REST API. */
export type DiscordClient = {
  /** Calls Discord within the time limits. Throws only `DiscordError`. */
  request<S extends z.ZodType>(call: DiscordCall<S>): Promise<z.output<S>>
}

/** Time limits in milliseconds: one attempt, one rate limit wait, and the whole call. */
export type Timeouts = { attempt: number; wait: number; call: number }

const defaultTimeouts: Timeouts = { attempt: 10_000, wait: 5_000, call: 25_000 }

/** Maximum size of a Discord response in bytes, enough for 130 commands of maximum size. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

type Settings = Pick<Config, 'discordBotToken' | 'discordApiUrl' | 'siteUrl'>

/**
 * Creates a Discord client. The token is read at each call, because the bot can change. The library, which tracks rate
 * limits, is loaded on the first call.
 */
export function createDiscordClient(config: Settings, patience: Timeouts = defaultTimeouts): DiscordClient {
  let opened: Promise<REST> | undefined
  return {
    async request({ method, path, body, bot = true, reason, signal: given, answer }) {
      const rest = await (opened ??= createRestClient(config, patience))
      const token = config.discordBotToken
      if (bot && !token) throw new DiscordError({ reason: 'not_set_up' })
      // The library forgets a refused token, but the token can become valid again.
      if (bot) rest.setToken(token!)
      const bound = AbortSignal.timeout(patience.call)
      const signal = given ? AbortSignal.any([bound, given]) : bound
      // Each attempt adds a listener.
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

/** Creates the underlying REST client, which the gateway client also uses. */
export async function createRestClient(
  { discordApiUrl, siteUrl }: Pick<Settings, 'discordApiUrl' | 'siteUrl'>,
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

/** Sends one request. Reads the body here, because the library's timeout ends with this call. */
async function request(url: string, init: RequestInit, userAgent: string): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'User-Agent': userAgent },
    redirect: 'error',
  })
  const text = await readLimited(answer, MAX_RESPONSE_BYTES)
  if (text === null) throw new Error('the response is too large')
  const { status, statusText } = answer
  const headers = new Headers(answer.headers)
  // An empty body is not JSON, even if the header says so.
  if (!text) headers.delete('Content-Type')
  // Without the header, the library would retry immediately.
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
  if (error instanceof HTTPError) return { reason: 'down', how: `returned ${error.status}` }
  if (error instanceof DiscordAPIError) {
    const code = typeof error.code === 'number' ? error.code : null
    if (error.status === 401) return { reason: 'token', code }
    if (error.status === 403) return { reason: 'forbidden', code }
    if (error.status === 404) return { reason: 'unknown', code }
    if (error.status !== 400) return { reason: 'down', how: `returned ${error.status}` }
    const { message, errors } = error.rawError as { message?: string; errors?: unknown }
    return { reason: 'invalid', message: message ?? '', errors: errors ?? {}, code }
  }
  const { name } = error as Error
  if (signal.aborted || name === 'AbortError') return { reason: 'down', how: 'did not respond in time' }
  if (name === 'ZodError' || name === 'SyntaxError')
    return { reason: 'down', how: 'sent an unexpected response' }
  return { reason: 'down', how: 'cannot be reached' }
}

/** Fixes for a missing and for a rejected bot token, in the console and on the command line. */
export const CONNECT_BOT = 'Connect a bot on the “Bot” page of the console, or set DISCORD_BOT_TOKEN.'
export const RENEW_TOKEN = 'Enter a new token on the “Bot” page of the console, or in DISCORD_BOT_TOKEN.'

function messageOf(trouble: DiscordFailure): { code: ErrorCode; message: string; retryAfter?: number } {
  switch (trouble.reason) {
    case 'not_set_up':
      return {
        code: 'unavailable',
        message: `Discord is not configured. ${CONNECT_BOT}`,
        retryAfter: 3600,
      }
    case 'invalid':
      return { code: 'invalid_request', message: `Discord rejected this: ${trouble.message}` }
    case 'token':
      return {
        code: 'unavailable',
        message: `Discord rejected the bot token. ${RENEW_TOKEN}`,
        retryAfter: 3600,
      }
    case 'forbidden':
      return {
        code: 'conflict',
        message:
          'Discord does not allow the bot to do this. Add the bot to the server with the applications.commands scope.',
      }
    case 'unknown':
      return {
        code: 'conflict',
        message:
          'Discord cannot find this server or the bot’s application. Check the id of the server and the connected bot.',
      }
    case 'rate_limited':
      return {
        code: 'unavailable',
        message: `Discord’s rate limit was reached. Try again in ${formatWait(trouble.seconds)}.`,
        retryAfter: trouble.seconds,
      }
    case 'down':
      return { code: 'unavailable', message: `Discord ${trouble.how}. Try again later.`, retryAfter: 30 }
  }
}
