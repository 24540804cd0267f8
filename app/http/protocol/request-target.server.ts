import type { IncomingMessage } from 'node:http'
import { Refusal } from '#app/errors.ts'

/** Pattern of `Host`: a host with an optional port (RFC 9110 section 7.2). */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d{0,5})?$/i
const ABSOLUTE = /^https?:\/\/([^/?#]+)([/?][^#]*)?$/i

/** Creates a refusal that closes the connection, because a proxy might have read a different request. */
const badTargetError = (message: string) =>
  new Refusal('invalid_request', message, { headers: { Connection: 'close' } })

/** Rewrites an absolute target to the origin form (RFC 9112, 3.2.2). Returns the error for a bad host or target. */
export function normalizeTarget(request: IncomingMessage): Refusal | null {
  const { url = '', method, rawHeaders, headers } = request
  const places = rawHeaders.flatMap((name, at) => (at % 2 === 0 && /^host$/i.test(name) ? [at + 1] : []))
  if (places.length > 1) return badTargetError('Send one Host header.')
  const place = places[0]
  if (place !== undefined && !HOST.test(rawHeaders[place]!))
    return badTargetError('The Host header is malformed. Send a host name with an optional port.')
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return null
  const [, host, rest = ''] = ABSOLUTE.exec(url) ?? []
  if (!host || host.startsWith(':') || !HOST.test(host))
    return badTargetError('The request target is malformed. Send a path that begins with a slash.')
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  headers.host = host
  if (place === undefined) rawHeaders.push('Host', host)
  else rawHeaders[place] = host
  return null
}
