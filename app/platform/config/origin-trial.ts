/** What a token of an origin trial says, which a browser vendor signs for one site: the feature, and until when. */
type OriginTrial = { origin: string; feature: string; expiresAt: Date }

/**
 * Reads a token as Chromium makes them: a version, a signature of 64 bytes, the length of what follows, and JSON. Null for
 * what is none. The signature is the browser’s to check.
 */
export function parseOriginTrial(token: string): OriginTrial | null {
  const bytes = Buffer.from(token, 'base64')
  if (bytes.length < 70 || bytes.readUInt32BE(65) !== bytes.length - 69) return null
  try {
    const { origin, feature, expiry } = JSON.parse(bytes.toString('utf8', 69)) as Record<string, unknown>
    if (typeof origin !== 'string' || typeof feature !== 'string' || typeof expiry !== 'number') return null
    return { origin, feature, expiresAt: new Date(expiry * 1_000) }
  } catch {
    return null
  }
}

/** How long before its end a token is worth a word, in milliseconds. */
const EXPIRY_WARNING_MS = 14 * 86_400_000

/** What is wrong with a token or soon will be, in a sentence; null when nothing is. */
export function originTrialProblem(
  token: string,
  { siteUrl, now }: { siteUrl: string; now: Date },
): string | null {
  const { origin, feature, expiresAt } = parseOriginTrial(token)!
  const day = expiresAt.toISOString().slice(0, 10)
  if (expiresAt <= now) return `The origin trial of ${feature} ended on ${day}: browsers ignore its token.`
  if (new URL(origin).host !== new URL(siteUrl).host)
    return `The token of the origin trial of ${feature} is for ${origin}, not for this site.`
  const isSoon = expiresAt.getTime() - now.getTime() < EXPIRY_WARNING_MS
  return isSoon ? `The origin trial of ${feature} ends on ${day}. Get another token before that.` : null
}
