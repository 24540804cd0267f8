import { z } from 'zod'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/** Timeout of a request to Cloudflare, in milliseconds. */
const TIMEOUT_MS = 5_000

/** Maximum size of Cloudflare's response in bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024

/** Result of a token verification, or the reason why the verification could not run. */
type TurnstileResult = { outcome: 'passed' | 'failed' } | { outcome: 'unknown'; failure: string }

const answered = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Error codes that do not depend on the token: a wrong secret, or an internal Cloudflare error. */
const configurationErrors: Record<string, string> = {
  'missing-input-secret': 'Turnstile rejected TURNSTILE_SECRET_KEY.',
  'invalid-input-secret': 'Turnstile rejected TURNSTILE_SECRET_KEY.',
  'internal-error': 'Turnstile reported an internal error.',
}

type Asked = { secretKey: string; token: string; address: string | null }

/**
 * Verifies a token with Cloudflare, which accepts each token once. Never throws. `patience` shortens the timeout in
 * tests.
 */
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
    if (response.status >= 500) return unknown(`Turnstile returned ${response.status}.`)
    answer = answered.parse(parseLimited((await readLimited(response, MAX_RESPONSE_BYTES)) ?? ''))
  } catch (error) {
    const { name } = error as Error
    if (name === 'TimeoutError') return unknown('Turnstile took too long.')
    return unknown(
      name === 'ZodError' || name === 'SyntaxError'
        ? 'Turnstile returned an unexpected response.'
        : 'Turnstile cannot be reached.',
    )
  }
  if (answer.success) return { outcome: 'passed' }
  const trouble = answer['error-codes'].find((code) => Object.hasOwn(configurationErrors, code))
  return trouble ? unknown(configurationErrors[trouble]!) : { outcome: 'failed' }
}

const unknown = (failure: string): TurnstileResult => ({ outcome: 'unknown', failure })
