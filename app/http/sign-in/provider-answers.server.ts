import type { z } from 'zod'
import { parseBounded } from '#app/primitives/bounded-json.ts'
import { OAuthRefused } from '#app/features/accounts/oauth.ts'
import { readShort } from '#app/platform/outside/read-limited.server.ts'

/** No answer that a sign-in needs is longer, in bytes. */
const LONGEST = 256 * 1024

/** Asks a provider and parses its answer. Throws `ProviderDown` for everything but what the schema says. */
export type Ask = <S extends z.ZodType>(url: string, init: RequestInit, schema: S) => Promise<z.output<S>>

/** A provider that does not answer as it should; `reason` is for the log and holds nothing that it sent. */
export class ProviderDown extends OAuthRefused {
  constructor(readonly reason: string) {
    super('provider_down')
  }
}

/** Makes the asker of one sign-in: all that it asks has `patience` milliseconds together. */
export function makeAsk(patience: number): Ask {
  const signal = AbortSignal.timeout(patience)
  return async (url, init, schema) => {
    const { host, pathname } = new URL(url)
    const down = (reason: string) => new ProviderDown(`${host}${pathname} ${reason}`)
    const text = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...ours },
      redirect: 'error',
      signal,
    })
      .then((answer) => {
        if (!answer.ok) throw down(`answers ${answer.status}`)
        return readShort(answer, LONGEST)
      })
      .catch((error: unknown) => {
        if (error instanceof ProviderDown) throw error
        throw down(signal.aborted ? 'is too slow' : 'cannot be reached')
      })
    if (text === null) throw down('answers more than it should')
    const parsed = schema.safeParse(fromJson(text))
    if (!parsed.success) throw down('answers something else than we know')
    return parsed.data
  }
}

/** GitHub refuses a client without a name. */
const ours = { Accept: 'application/json', 'User-Agent': 'signpost' }

function fromJson(text: string): unknown {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}
