import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App, RequestFacts } from '#app/context.server.ts'
import { Forbidden, Invalid, Unauthorized, type TryLater } from '#app/errors.ts'
import { actorOfRunner, type RunnerActor } from '#app/features/runners/runners.server.ts'
import { tooManyRequests } from '#app/platform/security/rate-limiter.server.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { limitAddress } from '#app/http/protocol/request-info.server.ts'
import { RUNNER_PROTOCOL } from '#app/features/runners/schema.ts'
import { bearerToken } from '#app/http/auth/bearer.ts'
import { isCrossOrigin } from '#app/http/auth/csrf.server.ts'

/**
 * Returns the runner that requests the upgrade. Rejects a foreign `Origin`, an unknown subprotocol and an invalid
 * token, in this order.
 */
async function checkUpgrade(
  app: App,
  request: IncomingMessage,
  { secure }: Pick<RequestFacts, 'secure'>,
): Promise<RunnerActor> {
  const { origin, host = null } = request.headers
  if (origin !== undefined && isCrossOrigin(origin, { siteUrl: app.config.siteUrl, secure, host }))
    throw new Forbidden('Runners cannot connect from the pages of another site.')
  const offered = protocolsOf(request)
  if (offered.length && !offered.includes(RUNNER_PROTOCOL)) {
    throw new Invalid(`This socket requires the ${RUNNER_PROTOCOL} subprotocol.`)
  }
  const token = tokenIn(request, offered)
  if (!token) {
    throw new Unauthorized('unauthorized', 'Send the runner token.', {
      'WWW-Authenticate': 'Bearer realm="runner"',
    })
  }
  return actorOfRunner(app, token)
}

/**
 * Authenticates an upgrade. Each 401 counts against the address. Above the `runner_token` limit, the response is a 429.
 */
export async function authenticateUpgrade(
  app: App,
  { request, facts }: { request: IncomingMessage; facts: RequestFacts },
): Promise<RunnerActor> {
  // The token is checked first, so that wrong tokens cannot block a valid token behind the same address.
  return checkUpgrade(app, request, facts).catch(async (error: unknown) => {
    if (!(error instanceof Unauthorized)) throw error
    if (error.code === 'invalid_token') app.refusalCounter.note('runner', facts.address)
    const allowance = await app.rateLimiter.consume('runner_token', limitAddress(facts.address))
    throw allowance?.refused ? tooManyRequests(allowance) : error
  })
}

/** Returns the refusal for an address with too many pending handshakes. */
export function tooManyHandshakes(): TryLater {
  const { points: limit, seconds } = rateLimits.runner_pending
  const reset = Math.ceil(Date.now() / 1000) + seconds
  const state = { limit, window: seconds, remaining: 0, reset, wait: seconds, refused: true }
  return tooManyRequests({ name: 'runner_pending', ...state })
}

/** Checks whether the client requests an upgrade to a protocol other than WebSocket. */
export const isOtherUpgrade = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() !== 'websocket'

/**
 * Serves a request without its upgrade offer, such as HTTP/2 (RFC 9110, section 7.8). Replays the request head without
 * the offer, because Node stopped reading after the head.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!/^(connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]))
  server.emit('connection', socket)
}

/** Returns the token in the header or the subprotocols. Returns null unless there is exactly one token. */
function tokenIn({ headersDistinct }: IncomingMessage, offered: string[]): string | null {
  const shown = [
    ...(headersDistinct.authorization ?? []).map(bearerToken),
    ...offered.filter(isToken).map((name) => name.slice('bearer.'.length)),
  ]
  return shown.length === 1 ? shown[0]! : null
}

const protocolsOf = ({ headers }: IncomingMessage) =>
  (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const isToken = (name: string) => name.startsWith('bearer.')
