import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App } from '#app/context.server.ts'
import { Forbidden, Invalid, Unauthorized } from '#app/errors.ts'
import { actorOfRunner, type RunnerActor } from '#app/features/runners/runners.server.ts'
import { RUNNER_PROTOCOL } from '#app/features/runners/schema.ts'

/** Who the upgrade is from. Refuses a foreign `Origin`, an unknown sub-protocol and a bad token, in this order. */
export async function checkUpgrade(app: App, request: IncomingMessage): Promise<RunnerActor> {
  if (isForeign(app, request)) throw new Forbidden('Runners do not connect from the pages of another site.')
  const offered = protocolsOf(request)
  if (offered.length && !offered.includes(RUNNER_PROTOCOL)) {
    throw new Invalid(`This socket speaks the sub-protocol ${RUNNER_PROTOCOL}.`)
  }
  const token = bearer(request.headers.authorization) ?? offered.find(isToken)?.slice('bearer.'.length)
  if (!token) {
    throw new Unauthorized('unauthorized', 'A runner shows its token.', {
      'WWW-Authenticate': 'Bearer realm="runner"',
    })
  }
  return actorOfRunner(app, token)
}

/** True when the client asks for another protocol than WebSocket. */
export const isOrdinary = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() !== 'websocket'

/**
 * Answers as if no other protocol had been offered (RFC 9110, section 7.8): some clients offer HTTP/2 on every first
 * request, a POST too. Node has stopped reading at the head, so the head goes back without the offer.
 */
export function answerOrdinary(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!/^(connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]))
  server.emit('connection', socket)
}

function isForeign({ config }: App, { headers }: IncomingMessage) {
  const { origin, host } = headers
  if (origin === undefined || origin === config.siteUrl) return false
  return !host || !/^https?:\/\//.test(origin) || origin.replace(/^https?:\/\//, '') !== host
}

const protocolsOf = ({ headers }: IncomingMessage) =>
  (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const isToken = (name: string) => name.startsWith('bearer.')

const bearer = (header: string | undefined) => /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
