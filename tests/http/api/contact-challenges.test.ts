import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChallengeOffer } from '#app/features/contact/challenge.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { anAddress, client, json, type ErrorBody } from '#tests/support/http/client.ts'
import { solved, typed } from '#tests/support/db/contact.ts'
import { aToken, troubledTokens, turnstileKeys } from '#tests/mocks/turnstile.ts'
import { startServer, type Env, type RunningServer } from '#tests/support/http/server.ts'

const path = '/api/contact-form-submissions'
const undo: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of undo) await step()
})

async function serverWith(env: Env) {
  const folder = await dataFolder()
  const all = { DATA_DIR: folder.path, TRUST_PROXY: '1', LOG_LEVEL: 'error', ...env }
  const server = await startServer(all, undefined, undefined, { mocked: true })
  undo.unshift(server.stop, folder.remove)
  return server
}
const ask = (server: RunningServer, address = anAddress()) => client(server as never, address)
const codeOf = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code]

describe('with a proof of work', () => {
  let server: RunningServer
  beforeAll(async () => void (server = await serverWith({ CHALLENGE_PROVIDER: 'altcha' })))

  test('the work that a client did lets its message through once', async () => {
    const { challenge } = (await (await ask(server)(`${path}/challenge`)).json()) as ChallengeOffer
    const message = json({ ...typed, altcha: await solved(challenge!) })
    expect((await ask(server)(path, message)).status).toBe(201)
    expect(await codeOf(await ask(server)(path, message))).toEqual([400, 'challenge_failed'])
    expect(await codeOf(await ask(server)(path, json(typed)))).toEqual([400, 'challenge_required'])
  })

  test('without a script, the page says that the form needs one and loads no other site', async () => {
    const page = await ask(server)('/contact')
    expect(page.headers.get('Content-Security-Policy')).not.toContain('http')
    const html = await page.text()
    expect(html).toContain('The form needs JavaScript')
    expect(html).toMatch(/<form [^>]*data-scripted="true"/)
    const body = new URLSearchParams(typed)
    const refused = await ask(server)('/contact', { method: 'POST', body })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('is missing')])
  })
})

describe('with Turnstile', () => {
  const keys = { CHALLENGE_PROVIDER: 'turnstile', TURNSTILE_SITE_KEY: turnstileKeys.site }
  let server: RunningServer
  beforeAll(async () => {
    server = await serverWith({ ...keys, TURNSTILE_SECRET_KEY: turnstileKeys.passes })
  })
  const message = (token: string) => json({ ...typed, 'cf-turnstile-response': token })

  test('only the contact page may load the widget, and shows it with the site’s key', async () => {
    const policy = async (address: string, init: RequestInit = {}) =>
      (await ask(server)(address, init)).headers.get('Content-Security-Policy')
    const body = () => ({ method: 'POST', body: new URLSearchParams({ name: 'x' }) })
    for (const own of [await policy('/contact'), await policy('/contact', body())]) {
      expect(own).toMatch(/script-src 'self' [^;]*https:\/\/challenges\.cloudflare\.com;/)
      expect(own).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com/)
    }
    for (const other of ['/', '/privacy', '/contact/sent', '/login'])
      expect([other, await policy(other)]).toEqual([other, expect.not.stringContaining('cloudflare')])
    const html = await (await ask(server)('/contact')).text()
    expect(html).toContain(`data-sitekey="${turnstileKeys.site}"`)
    expect(html).not.toContain(turnstileKeys.passes)
    expect(await (await ask(server)(`${path}/challenge`)).json()).toMatchObject({
      provider: 'turnstile',
      site_key: turnstileKeys.site,
      challenge: null,
    })
  })

  test('a token that holds lets a message through, and one that does not is refused', async () => {
    expect((await ask(server)(path, message(aToken))).status).toBe(201)
    const other = await serverWith({ ...keys, TURNSTILE_SECRET_KEY: turnstileKeys.fails })
    expect(await codeOf(await ask(other)(path, message(aToken)))).toEqual([400, 'challenge_failed'])
  })

  test.each(['slow', 'broken', 'cut'] as const)(
    'while Cloudflare is %s, the response is 503 within seconds and the text is kept',
    { timeout: 30_000 },
    async (trouble) => {
      const started = Date.now()
      const body = new URLSearchParams({ ...typed, 'cf-turnstile-response': troubledTokens[trouble] })
      const [refused, page] = await Promise.all([
        ask(server)(path, message(troubledTokens[trouble])),
        ask(server)('/contact', { method: 'POST', body }),
      ])
      expect(refused.headers.get('Retry-After')).toBe('60')
      expect(await codeOf(refused)).toEqual([503, 'unavailable'])
      expect(page.status).toBe(503)
      const html = await page.text()
      expect(html).toContain('Your message was not sent')
      expect(html).toContain(typed.name)
      expect(Date.now() - started).toBeLessThan(15_000)
    },
  )
})

test('Turnstile without its keys stops the start, with their names', async () => {
  const folder = await dataFolder()
  undo.push(folder.remove)
  const start = startServer({ DATA_DIR: folder.path, CHALLENGE_PROVIDER: 'turnstile' })
  await expect(start).rejects.toThrow(/TURNSTILE_SITE_KEY is missing[\s\S]*TURNSTILE_SECRET_KEY is missing/)
})
