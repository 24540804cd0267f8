import { z } from 'zod'

/** Contents of an origin trial token, which a browser vendor signs for one site. */
type OriginTrial = { origin: string; feature: string; expiresAt: Date }

const content = z.object({ origin: z.string(), feature: z.string(), expiry: z.number() })

/**
 * Parses a token in Chromium's format: version, 64-byte signature, payload length, JSON. Returns null for malformed
 * tokens. Does not verify the signature.
 */
export function parseOriginTrial(token: string): OriginTrial | null {
  const bytes = Buffer.from(token, 'base64')
  if (bytes.length < 70 || bytes.readUInt32BE(65) !== bytes.length - 69) return null
  try {
    const { origin, feature, expiry } = content.parse(JSON.parse(bytes.toString('utf8', 69)))
    return { origin, feature, expiresAt: new Date(expiry * 1_000) }
  } catch {
    return null
  }
}

/** Milliseconds before expiry at which the server starts to warn. */
const EXPIRY_WARNING_MS = 14 * 86_400_000

/**
 * Describes a problem with a token: expired, for another site, or about to expire. Returns null if there is no problem.
 */
export function originTrialProblem(
  token: string,
  { siteUrl, now }: { siteUrl: string; now: Date },
): string | null {
  const { origin, feature, expiresAt } = parseOriginTrial(token)!
  const day = expiresAt.toISOString().slice(0, 10)
  if (expiresAt <= now)
    return `The origin trial for ${feature} ended on ${day}. Get a new token, because browsers ignore this one.`
  if (new URL(origin).host !== new URL(siteUrl).host)
    return `The ${feature} origin trial token is for ${origin}, not for this site. Get a token for this site.`
  const isSoon = expiresAt.getTime() - now.getTime() < EXPIRY_WARNING_MS
  return isSoon ? `The origin trial for ${feature} ends on ${day}. Get a new token before that day.` : null
}
