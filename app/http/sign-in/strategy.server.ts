import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'
import { parseLimited } from '#app/primitives/bounded-json.ts'

/** A verifier of RFC 7636: 43 signs, the least that Discord takes and as random as a key. */
export const newVerifier = (): string => randomBytes(32).toString('base64url')

/** What the authorisation request carries of the verifier, by the only method that the providers take. */
export const codeChallenge = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

/** No answer that a sign-in needs is longer, in bytes. */
const MAX_RESPONSE_BYTES = 256 * 1024

/** Asks a provider and parses its answer. Throws `ProviderUnavailable` for everything but what the schema says. */
export type ProviderClient = <S extends z.ZodType>(
  url: string,
  init: RequestInit,
  schema: S,
) => Promise<z.output<S>>

/** A provider that does not answer as it should; `reason` is for the log and holds nothing that it sent. */
export class ProviderUnavailable extends OAuthRefused {
  constructor(readonly reason: string) {
    super('provider_down')
  }
}

/** Makes the asker of one sign-in: all that it asks has `patience` milliseconds together. */
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
        if (!answer.ok) throw down(`answers ${answer.status}`)
        return readLimited(answer, MAX_RESPONSE_BYTES)
      })
      .catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) throw error
        throw down(signal.aborted ? 'is too slow' : 'cannot be reached')
      })
    if (text === null) throw down('answers more than it should')
    const parsed = schema.safeParse(fromJson(text))
    if (!parsed.success) throw down('answers something else than we know')
    return parsed.data
  }
}

/** GitHub refuses a client without a name. */
const clientHeaders = { Accept: 'application/json', 'User-Agent': 'signpost' }

function fromJson(text: string): unknown {
  try {
    return parseLimited(text)
  } catch {
    return undefined
  }
}

/** The address of a picture, when it is HTTPS and of a length that we keep; null for every other. */
export function httpsUrlOrNull(address: string | null | undefined): string | null {
  if (!address || address.length > 500 || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' ? href : null
}

/** Discord gives the hash of a picture; its address is made from that. Null for the picture that everybody has. */
export const discordAvatarUrl = (id: string, hash: string | null): string | null =>
  hash && /^(a_)?[0-9a-f]{32}$/.test(hash)
    ? `https://cdn.discordapp.com/avatars/${id}/${hash}.png?size=128`
    : null

/** What the strategy of a provider works with, for one sign-in. */
export type StrategyOptions = {
  client: { id: string; secret: string }
  /** The address that the application at the provider has on its list, letter for letter. */
  callback: string
  verifier: string
  ask: ProviderClient
}
