import type { IncomingMessage } from 'node:http'
import type { App } from '#app/context.server.ts'
import { Forbidden, type Refusal } from '#app/errors.ts'
import { answerInteractions } from '#app/features/interactions/operations.ts'
import { sessionToken } from '#app/http/auth/session-cookie.server.ts'
import { countRequest, isApi, probePaths, requestLimitHeaders } from '#app/http/protocol/meter.server.ts'
import { createProxyCheck } from '#app/http/protocol/request-info.server.ts'
import { headersOf } from '#app/http/protocol/security-headers.server.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { comparableHost } from '#app/platform/config/site-aliases.ts'
import { encodeLocation } from '#app/primitives/location.ts'

type Setup = Pick<Config, 'siteUrl' | 'siteAliases' | 'trustProxy'>

/**
 * Creates the function that checks requests to a former host. It returns `redirect`, a refusal, or null to serve the
 * request. Only requests without cookies are served, so a former host never has a session.
 */
export function createAliasGate({
  siteUrl,
  siteAliases,
  trustProxy,
}: Setup): (visit: Visit) => 'redirect' | Refusal | null {
  if (!siteAliases.length) return () => null
  const aliases = new Set(siteAliases)
  const own = comparableHost(new URL(siteUrl).host)
  const isProxied = createProxyCheck(trustProxy)

  /** Checks for an alias. A proxy that rewrites one of the host headers must not cause a redirect loop. */
  function isAlias(request: IncomingMessage): boolean {
    const hosts = [request.headers.host, isProxied(request) ? forwardedHost(request) : undefined]
      .filter((host) => host !== undefined)
      .map(comparableHost)
    return hosts.some((host) => aliases.has(host)) && !hosts.includes(own)
  }

  return (visit) => {
    if (!isAlias(visit.request) || isServed(visit)) return null
    const { method } = visit.request
    if (method === 'GET' || method === 'HEAD') return 'redirect'
    return new Forbidden(`This site has moved to ${siteUrl}. Send the request to the new URL.`)
  }
}

/** Checks for requests that work on every host: probes, preflights, signed interactions and calls with an API key. */
function isServed({ path, request: { method, headers } }: Visit): boolean {
  if (probePaths.has(path) || (method === 'OPTIONS' && isApi(path))) return true
  if (method === answerInteractions.method && path === answerInteractions.path) return true
  // Most clients drop the key when a redirect changes the host.
  return path.startsWith('/api/v1/') && 'authorization' in headers && sessionToken(headers.cookie) === null
}

/** Returns the host that the nearest proxy received. */
const forwardedHost = ({ headers }: IncomingMessage) =>
  headers['x-forwarded-host'] === undefined
    ? undefined
    : `${headers['x-forwarded-host']}`.split(',').at(-1)!.trim()

/** Redirects to the same path and query on `SITE_URL`. Only the client stores the redirect. */
export async function redirectToSite(app: Pick<App, 'config' | 'rateLimiter'>, visit: Visit): Promise<void> {
  const { facts, path, search, response } = visit
  await countRequest(app, visit)
  response
    .writeHead(308, {
      ...headersOf(facts),
      ...requestLimitHeaders(facts, 308),
      Location: app.config.siteUrl + encodeLocation(path + search),
      'Cache-Control': 'private, max-age=3600',
    })
    .end()
}
