import { expect, inject, test } from 'vitest'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { client, signUp } from '#tests/support/http/client.ts'
import { callTool, connectMcp, eras, fetchFrom, message } from '#tests/support/http/mcp.ts'

const server = inject('servers')[0]!
const url = `${server.url}/mcp`

const someone = () => fetchFrom(server)

test.each(eras)('a client of %s reads the page that visitors get as Markdown', async (era) => {
  const connected = await connectMcp({ url, era, fetch: someone() })
  const page = await callTool<{ text: string; title: string; url: string }>(connected, 'fetch', {
    id: '/docs/markdown',
  })
  const markdown = await (await client(server)('/docs/markdown.md')).text()
  expect(markdown.endsWith(page.text)).toBe(true)
  expect(page.text).toMatch(/^> Index of all pages: .*\n\n# /)
  expect(page.url).toBe(`${server.url}/docs/markdown`)
  expect(markdown).toContain(`title: ${JSON.stringify(page.title)}`)
  await connected.close()
})

test('every response carries the limit of the endpoint, and a wrong method too', async () => {
  const ask = someone()
  for (const [init, status] of [
    [message('tools/list'), 200],
    [{ method: 'GET' }, 405],
    [{ ...message('tools/list'), body: '[]' }, 400],
  ] as [RequestInit, number][]) {
    const { status: given, headers } = await ask(url, init)
    expect([given, headers.get('X-RateLimit-Limit')]).toEqual([status, `${rateLimits.mcp.points}`])
    expect(headers.get('X-Request-Id')).toBeTruthy()
  }
  const last = await ask(url, message('tools/call', { name: 'ask', arguments: { question: 'Markdown?' } }))
  expect(last.headers.get('RateLimit')).toMatch(/^"mcp_ask";r=9/)
  const counted = await ask(url, message('tools/list'))
  expect(counted.headers.get('RateLimit')).toMatch(/^"mcp";r=115/)
})

test('a session changes nothing, and pages of other sites are refused', async () => {
  const { cookie } = await signUp(server)
  const ask = client(server)
  const init = message('tools/list')
  const asked = (headers: object) =>
    ask('/mcp', { ...init, headers: { ...(init.headers as object), ...headers } as HeadersInit })
  const response = await asked({ Cookie: cookie })
  expect([response.status, response.headers.get('Set-Cookie')]).toEqual([200, null])
  const foreign = await asked({ Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' })
  expect([foreign.status, await foreign.json()]).toMatchObject([403, { code: 'forbidden' }])
})

test('clients that look for OAuth get a 404 in JSON', async () => {
  const documents = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']
  const paths = [
    ...documents.flatMap((name) => ['', '/mcp', '/api/v1/mcp'].map((end) => `/.well-known/${name}${end}`)),
    ...documents.flatMap((name) => ['/mcp', '/api/v1/mcp'].map((base) => `${base}/.well-known/${name}`)),
    ...['/register', '/authorize', '/token'],
  ]
  for (const path of paths) {
    for (const init of [{}, { headers: { Accept: 'text/html' } }, { method: 'POST' }] as RequestInit[]) {
      const response = await client(server)(path, init)
      expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
        ...[path, 404, 'application/json'],
      ])
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
      expect(text).not.toContain('resource_metadata')
    }
  }
})

test('the server keeps running after a client disconnects during a response', async () => {
  const ask = client(server)
  const question = message('tools/call', { name: 'ask', arguments: { question: 'What is Markdown?' } })
  await Promise.all(
    Array.from({ length: 5 }, async (_, turn) => {
      const leaving = new AbortController()
      setTimeout(() => leaving.abort(), turn)
      await ask('/mcp', { ...question, signal: leaving.signal }).catch(() => {})
    }),
  )
  expect((await client(server)('/mcp', message('tools/list'))).status).toBe(200)
})
