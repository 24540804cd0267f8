import { z } from 'zod'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/** How long Cloudflare is waited for, in milliseconds. */
const TIMEOUT_MS = 5_000

/** No answer of Cloudflare’s is longer, in bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024

/** What Cloudflare said of a token, or why it could not be asked. */
type TurnstileResult = { outcome: 'passed' | 'failed' } | { outcome: 'unknown'; failure: string }

const answered = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Codes that say nothing of whoever sent the token: the secret is wrong, or it is Cloudflare's own trouble. */
const configurationErrors: Record<string, string> = {
  'missing-input-secret': 'Turnstile does not know TURNSTILE_SECRET_KEY.',
  'invalid-input-secret': 'Turnstile does not know TURNSTILE_SECRET_KEY.',
  'internal-error': 'Turnstile has an error of its own.',
}

type Asked = { secretKey: string; token: string; address: string | null }

/** Asks Cloudflare whether a token holds. A token holds once. Never throws; `patience` shortens the wait for tests. */
export async function askTurnstile(
  { secretKey, token, address }: Asked,
  patience = TIMEOUT_MS,
): Promise<TurnstileResult> {
  const body = { secret: secretKey, response: token, ...(address ? { remoteip: address } : {}) }
  let answer: z.output<typeof answered>
  try {
    const response = await fetch(VERIFY_URL, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (response.status >= 500) return unknown(`Turnstile answers ${response.status}.`)
    answer = answered.parse(parseLimited((await readLimited(response, MAX_RESPONSE_BYTES)) ?? ''))
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
  const trouble = answer['error-codes'].find((code) => Object.hasOwn(configurationErrors, code))
  return trouble ? unknown(configurationErrors[trouble]!) : { outcome: 'failed' }
}

const unknown = (failure: string): TurnstileResult => ({ outcome: 'unknown', failure })
