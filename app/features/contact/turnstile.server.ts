import { z } from 'zod'
import { parseBounded } from '#app/primitives/bounded-json.ts'
import { readShort } from '#app/platform/outside/read-limited.server.ts'

const ADDRESS = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/** How long Cloudflare is waited for, in milliseconds. */
const PATIENCE = 5_000

/** No answer of Cloudflare’s is longer, in bytes. */
const LONGEST = 64 * 1024

/** What Cloudflare said of a token, or why it could not be asked. */
type Verdict = { outcome: 'passed' | 'failed' } | { outcome: 'unknown'; failure: string }

const answered = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Codes that say nothing of whoever sent the token: the secret is wrong, or it is Cloudflare's own trouble. */
const troubles: Record<string, string> = {
  'missing-input-secret': 'Turnstile does not know TURNSTILE_SECRET_KEY.',
  'invalid-input-secret': 'Turnstile does not know TURNSTILE_SECRET_KEY.',
  'internal-error': 'Turnstile has an error of its own.',
}

type Asked = { secretKey: string; token: string; address: string | null }

/** Asks Cloudflare whether a token holds. A token holds once. Never throws; `patience` shortens the wait for tests. */
export async function askTurnstile(
  { secretKey, token, address }: Asked,
  patience = PATIENCE,
): Promise<Verdict> {
  const body = { secret: secretKey, response: token, ...(address ? { remoteip: address } : {}) }
  let answer: z.output<typeof answered>
  try {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (response.status >= 500) return unknown(`Turnstile answers ${response.status}.`)
    answer = answered.parse(parseBounded((await readShort(response, LONGEST)) ?? ''))
  } catch (error) {
    const { name } = error as Error
    if (name === 'TimeoutError') return unknown('Turnstile takes too long.')
    return unknown(
      name === 'ZodError' || name === 'SyntaxError'
        ? 'Turnstile answers in another form.'
        : 'Turnstile cannot be reached.',
    )
  }
  if (answer.success) return { outcome: 'passed' }
  const trouble = answer['error-codes'].find((code) => Object.hasOwn(troubles, code))
  return trouble ? unknown(troubles[trouble]!) : { outcome: 'failed' }
}

const unknown = (failure: string): Verdict => ({ outcome: 'unknown', failure })
