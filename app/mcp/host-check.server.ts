import { Forbidden } from '#app/errors.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { comparableHost } from '#app/platform/config/site-aliases.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

type Setup = Pick<Config, 'siteUrl' | 'siteAliases' | 'trustProxy' | 'mcpAllowedOrigins'>

/**
 * Rejects requests that a page of another site could cause. Comparing `Origin` with `Host` is not enough, because both
 * belong to the attacker after DNS rebinding. Behind a proxy, the proxy decides about the host. Throws `Forbidden`.
 */
export function checkHostAndOrigin({ headers }: Request, config: Setup): void {
  const host = headers.get('Host')
  if (host !== null && !isOwnHost(host, config))
    throw new Forbidden(`The host ${host.slice(0, 100)} is not this site. Use ${config.siteUrl}.`)
  const origin = headers.get('Origin')
  const site = headers.get('Sec-Fetch-Site')
  if (origin === null ? site === null || /^(same-origin|none)$/.test(site) : isOwnOrigin(origin, config))
    return
  throw new Forbidden(
    'This request came from another site. The operator can allow its origin with MCP_ALLOWED_ORIGINS.',
  )
}

function isOwnHost(host: string, { siteUrl, siteAliases, trustProxy }: Setup): boolean {
  if (trustProxy.hops > 0 || trustProxy.networks.length > 0) return true
  const given = comparableHost(host)
  return given === comparableHost(new URL(siteUrl).host) || siteAliases.includes(given) || isLoopback(host)
}

function isOwnOrigin(origin: string, { siteUrl, mcpAllowedOrigins }: Setup): boolean {
  if (origin === siteUrl || mcpAllowedOrigins.includes(origin.toLowerCase())) return true
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return /^https?:$/.test(protocol) && isLoopback(host) && isLoopback(new URL(siteUrl).host)
}
