import { beforeAll, describe, expect, inject, test } from 'vitest'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { anAddress, client, json, signUp, snowflake } from '#tests/support/http/client.ts'
import { exhaust, expectTooMany } from '#tests/support/http/limit-headers.ts'

describe.each(inject('servers'))('over a limit on $name', (server) => {
  describe('over the limit of pages', () => {
    const address = anAddress()
    let ask: ReturnType<typeof client>
    beforeAll(async () => {
      ask = await exhaust(server, address, 'pages', '/robots.txt')
    })

    test.each([
      '/about',
      '/nothing',
      '/login',
      '/profile',
      '/about/',
      '/robots.txt',
      '/feed.xml',
      '/share/about.png',
      '/media/nothing.png',
      '/.well-known/security.txt',
      '/openapi.json',
      '/sitemaps/1.xml',
      '/profile.data',
    ])('%s is a page for a browser, short Markdown and JSON', async (path) => {
      const browser = await ask(path, {
        headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      })
      expectTooMany(browser, 'pages')
      expect(browser.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      const html = await browser.text()
      expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<h1[^>]*>Too many requests<\/h1>/s)
      expect(html).toMatch(/Try again in \d+ seconds\./)
      expect(browser.headers.get('Content-Security-Policy')).toContain("style-src 'self'")

      const markdown = await ask(path, { headers: { Accept: 'text/markdown' } })
      expectTooMany(markdown, 'pages')
      expect(markdown.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
      expect(await markdown.text()).toMatch(/^# Too many requests\n\n.*Try again in \d+ seconds\.\n$/)

      const other = await ask(path)
      expectTooMany(other, 'pages')
      expect(await other.json()).toMatchObject({ code: 'rate_limited' })
    })

    test('a twin is Markdown and HEAD and POST are refused too', async () => {
      const twin = await ask('/about.md', { headers: { Accept: 'text/html' } })
      expectTooMany(twin, 'pages')
      expect(twin.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
      for (const method of ['HEAD', 'POST', 'PUT']) expectTooMany(await ask('/login', { method }), 'pages')
    })

    test('what is exempt is still served, and so is the API', async () => {
      for (const path of ['/healthz', '/readyz', '/favicon.svg', '/api/health', '/api/session'])
        expect([path, (await ask(path)).status]).toEqual([path, 200])
    })
  })

  test('over the limit of the anonymous API every refusal is a 429', async () => {
    const address = anAddress()
    const ask = await exhaust(server, address, 'api_anonymous', '/api/nothing')
    const html = { Accept: 'text/html' }
    expectTooMany(await ask('/api/nothing', { headers: html }), 'api_anonymous')
    expectTooMany(await ask('/api/search?q=a'), 'api_anonymous')
    expectTooMany(await ask('/api/v1/stats'), 'api_anonymous')
    expectTooMany(await ask('/api/v1/stats', { method: 'PATCH' }), 'api_anonymous')
    expectTooMany(await ask('/api/discord/interactions'), 'api_anonymous')
    expectTooMany(await ask('/api/runner/ws'), 'api_anonymous')
    const foreign = { Cookie: 'session=nothing', 'Sec-Fetch-Site': 'cross-site' }
    expectTooMany(await ask('/api/guilds', { method: 'POST', headers: foreign }), 'api_anonymous')
    expect((await ask('/api/health')).status).toBe(200)
    expect((await ask('/about')).status).toBe(200)
  })

  test('the page and the API of claims send the same headers over their limit', async () => {
    const { cookie: Cookie } = await signUp(server)
    const ask = client(server)
    const id = snowflake()
    const claim = () => ask(`/api/profile/guilds/${id}`, { method: 'PUT', headers: { Cookie } })
    for (let count = 0; count < rateLimits.claim.points; count++) expect((await claim()).status).toBe(403)
    expectTooMany(await claim(), 'claim')
    const body = new URLSearchParams({ intent: 'claim', id })
    expectTooMany(await ask('/profile/servers', { method: 'POST', body, headers: { Cookie } }), 'claim')
    const other = await signUp(server)
    const headers = { Cookie: other.cookie }
    expect((await ask(`/api/profile/guilds/${id}`, { method: 'PUT', headers })).status).toBe(403)
  })

  test('the forms and the API of sign-in send the same headers over their limit', async () => {
    const ask = client(server)
    const wrong = (n: number) => ({ email: `nobody-${n}@example.com`, password: 'correct horse' })
    const form = (n: number): RequestInit => ({ method: 'POST', body: new URLSearchParams(wrong(n)) })
    for (let n = 0; n < rateLimits.login.points; n++) await ask('/api/auth/login', json(wrong(n)))
    expectTooMany(await ask('/api/auth/login', json(wrong(0))), 'login')
    const page = await ask('/login', form(1))
    expectTooMany(page, 'login')
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expectTooMany(await ask('/login.data', form(2)), 'login')
  })
})
