import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { readerOf, type ReaderHeaders } from '#app/features/readers/reader.ts'
import { cookieOf } from '#app/http/protocol/cookies.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import type { RequestFacts } from '#app/context.server.ts'
import { networkCheck } from '#app/platform/security/networks.server.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

type Setup = Pick<Config, 'trustProxy' | 'siteUrl' | 'host'>

/** Headers that proxies add. */
const proxyHeaders = /^(x-forwarded-.*|forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|via)$/

/** Returns the function that checks whether the peer of a request is a trusted proxy. */
export function createProxyCheck({
  hops,
  networks,
}: Setup['trustProxy']): (request: IncomingMessage) => boolean {
  const isTrusted = networkCheck(networks)
  return (request) =>
    hops > 0 || (networks.length > 0 && isTrusted(unmapIpv4(request.socket.remoteAddress ?? '')))
}

/**
 * Creates the function that extracts request facts. Only trusted proxies can set forwarding headers. An HTTPS
 * `SITE_URL` implies a secure request.
 */
export function createFactsReader({
  trustProxy,
  siteUrl,
  host,
}: Setup): (request: IncomingMessage) => RequestFacts {
  const { hops, networks } = trustProxy
  const isSecure = siteUrl.startsWith('https:')
  // A public URL implies a proxy, even if the proxy adds no headers.
  const isPrivate = isLoopback(host) && isLoopback(new URL(siteUrl).host)
  const isTrusted = networkCheck(networks)
  const isProxied = createProxyCheck(trustProxy)

  return (request) => {
    const peer = unmapIpv4(request.socket.remoteAddress ?? '')
    const proxied = isProxied(request)
    return {
      requestId: randomUUID(),
      address: proxied ? clientAddress(request, peer) : peer,
      local: isPrivate && isLoopback(peer) && isDirect(request),
      secure: isSecure || 'encrypted' in request.socket || (proxied && forwardedProto(request) === 'https'),
      nonce: '',
      device: cookieOf(request.headers.cookie, 'device'),
      reader: readerOf(request.headers as ReaderHeaders),
    }
  }

  /**
   * Returns the client's address. Counts `X-Forwarded-For` entries from the right, because clients control the entries
   * on the left. Falls back to the peer if the entry is invalid.
   */
  function clientAddress(request: IncomingMessage, peer: string) {
    const chain = `${request.headers['x-forwarded-for'] ?? ''}`.split(',').map(entryAddress)
    const path = [...chain, peer]
    const client =
      hops > 0 ? path[Math.max(0, path.length - 1 - hops)] : path.findLast((address) => !isTrusted(address))
    return client && isIP(client) ? client : peer
  }
}

/**
 * Checks whether a request is local and direct: no proxy header, a loopback host, and not HTTP/1.0 (nginx's default).
 */
const isDirect = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion !== '1.0' &&
  isLoopback(headers.host ?? '') &&
  !Object.keys(headers).some((name) => proxyHeaders.test(name))

/** Returns an entry's address without the port: `1.2.3.4:80`, `[::1]:80`. */
function entryAddress(entry: string) {
  const text = entry.trim()
  return unmapIpv4(
    /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text,
  )
}

const forwardedProto = (request: IncomingMessage) =>
  `${request.headers['x-forwarded-proto'] ?? ''}`.split(',').at(-1)?.trim()

/** Converts `::ffff:127.0.0.1` to 127.0.0.1. */
const unmapIpv4 = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the address for rate limits: the /64 network for IPv6, because one customer controls the whole network. */
export function limitAddress(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = address.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`
}
