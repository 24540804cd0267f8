import { delay, http, HttpResponse } from 'msw'

/** The keys that Cloudflare gives for tests: whoever brings a token passes, fails, or has used it before. */
export const turnstileKeys = {
  site: '1x00000000000000000000AA',
  passes: '1x0000000000000000000000000000000AA',
  fails: '2x0000000000000000000000000000000AA',
  spent: '3x0000000000000000000000000000000AA',
} as const

/** What the widget gives with those keys, and tokens that have the service in trouble. */
export const aToken = 'XXXX.DUMMY.TOKEN.XXXX'
export const troubledTokens = {
  slow: 'XXXX.SLOW.TOKEN.XXXX',
  broken: 'XXXX.500.TOKEN.XXXX',
  garbled: 'XXXX.HTML.TOKEN.XXXX',
  cut: 'XXXX.CUT.TOKEN.XXXX',
} as const

/** What was sent to Cloudflare, the latest last. */
export const askedOfTurnstile: Record<string, unknown>[] = []

const said = (success: boolean, ...codes: string[]) =>
  HttpResponse.json({
    success,
    'error-codes': codes,
    challenge_ts: '2026-11-21T12:00:00Z',
    hostname: 'example.com',
  })

/** Plays siteverify. Like Cloudflare, it answers a wrong token with 200. */
export const turnstile = [
  http.post('https://challenges.cloudflare.com/turnstile/v0/siteverify', async ({ request }) => {
    const asked = (await request.json()) as Record<string, string>
    askedOfTurnstile.push(asked)
    switch (asked.response) {
      case troubledTokens.slow:
        await delay(20_000)
        break
      case troubledTokens.broken:
        return new HttpResponse('no', { status: 500 })
      case troubledTokens.garbled:
        return HttpResponse.text('<p>Down for maintenance</p>')
      case troubledTokens.cut:
        return HttpResponse.error()
    }
    if (asked.secret === turnstileKeys.passes) return said(true)
    if (asked.secret === turnstileKeys.fails) return said(false, 'invalid-input-response')
    if (asked.secret === turnstileKeys.spent) return said(false, 'timeout-or-duplicate')
    return said(false, 'invalid-input-secret')
  }),
]
