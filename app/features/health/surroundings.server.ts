import { isIP } from 'node:net'
import type { Config } from '#app/platform/config/config.server.ts'
import { fine, warning, type Finding } from '#app/features/health/check.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

/** The address that people use, and whether what is in front of us is believed. */
export function checkAddress({ siteUrl, host, trustProxy }: Config): Finding {
  const { protocol, hostname } = new URL(siteUrl)
  const isBelieved = trustProxy.hops > 0 || trustProxy.networks.length > 0
  const isOwn = isLoopback(hostname) || hostname === host
  if (protocol === 'https:' && !isBelieved)
    return warning(
      'address',
      `The proxy in front of ${siteUrl} is not trusted, so rate limits count all visitors as one.`,
      'Set TRUST_PROXY=1 for one proxy in front.',
    )
  if (protocol === 'http:' && !isOwn)
    return warning(
      'address',
      `${siteUrl} is not encrypted: passwords and sessions can be read on the way.`,
      'Put a proxy with a certificate in front, and set SITE_URL to https.',
    )
  if (isOwn && !isLoopback(host))
    return warning(
      'address',
      `The server listens on ${isIP(host) ? host : 'other addresses'}, and links lead to ${siteUrl}.`,
      'Set SITE_URL to the address that people use.',
    )
  return fine('address', `People come to ${siteUrl}.`)
}

/** What is off that only tests turn off. */
export const checkLimits = ({ rateLimits }: Config): Finding =>
  rateLimits
    ? fine('limits', 'Rate limits are on.')
    : warning('limits', 'Rate limits are off.', 'Take RATE_LIMITS=off away: it is for measuring only.')
