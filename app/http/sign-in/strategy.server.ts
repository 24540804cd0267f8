import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'
import { parseLimited } from '#app/primitives/bounded-json.ts'

/**
 * Returns a verifier (RFC 7636) from 32 random bytes. The verifier has 43 characters, the minimum that Discord accepts.
 */
export const newVerifier = (): string => randomBytes(32).toString('base64url')

/**
 * Returns the challenge parameters of the authorization request. `S256` is the only method that the providers accept.
 */
export const codeChallenge = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

/** Maximum size of a provider response, in bytes. */
const MAX_RESPONSE_BYTES = 256 * 1024

/**
 * Requests a provider URL and parses the response. Throws `ProviderUnavailable` if the response does not match the
 * schema.
 */
export type ProviderClient = <S extends z.ZodType>(
  url: string,
  init: RequestInit,
  schema: S,
) => Promise<z.output<S>>

/** Error for a provider that does not respond as expected. `reason` is for the log and contains no response data. */
export class ProviderUnavailable extends OAuthRefused {
  constructor(readonly reason: string) {
    super('provider_down')
  }
}

/**
 * Creates the client of one sign-in. All of the client's requests together must finish within `patience` milliseconds.
 */
export function createProviderClient(patience: number): ProviderClient {
  const signal = AbortSignal.timeout(patience)
  return async (url, init, schema) => {
    const { host, pathname } = new URL(url)
    const down = (reason: string) => new ProviderUnavailable(`${host}${pathname} ${reason}`)
    const text = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...clientHeaders },
      redirect: 'error',
      signal,
    })
      .then((answer) => {
        if (!answer.ok) throw down(`returned ${answer.status}`)
        return readLimited(answer, MAX_RESPONSE_BYTES)
      })
      .catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) throw error
        throw down(signal.aborted ? 'did not respond in time' : 'cannot be reached')
      })
    if (text === null) throw down('sent too large a response')
    const parsed = schema.safeParse(fromJson(text))
    if (!parsed.success) throw down('sent an unexpected response')
    return parsed.data
  }
}

/** GitHub refuses requests without a user agent. */
const clientHeaders = { Accept: 'application/json', 'User-Agent': 'signpost' }

function fromJson(text: string): unknown {
  try {
    return parseLimited(text)
  } catch {
    return undefined
  }
}

/** Returns an image URL if it uses HTTPS and is at most 500 characters long, or null otherwise. */
export function httpsUrlOrNull(address: string | null | undefined): string | null {
  if (!address || address.length > 500 || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' ? href : null
}

/** Returns the URL of an avatar from its hash, or null for the default avatar. */
export const discordAvatarUrl = (id: string, hash: string | null): string | null =>
  hash && /^(a_)?[0-9a-f]{32}$/.test(hash)
    ? `https://cdn.discordapp.com/avatars/${id}/${hash}.png?size=128`
    : null

/** Options of a provider strategy for one sign-in. */
export type StrategyOptions = {
  client: { id: string; secret: string }
  /** Redirect URL, exactly as registered with the provider. */
  callback: string
  verifier: string
  ask: ProviderClient
  /** True to list the user's servers, at Discord only. */
  withGuilds: boolean
  /** Secret that signs the cookie of a strategy's state. */
  secret: string
}
