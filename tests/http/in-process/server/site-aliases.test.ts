import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import { afterEach, expect, test } from 'vitest'
import { createServerHandler } from '#app/http/server/handler.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { askRaw, type Raw } from '#tests/support/http/raw-request.ts'

let it: TestApp
let server: Server

/** Opens a handler whose routes say what they received. */
async function open(env: Record<string, string> = {}) {
  it = await openTestApp('sqlite, memory', {
    SITE_URL: 'https://new.example',
    SITE_ALIASES: 'https://old.example,bot.example:8080',
    ...env,
  })
  const served = () => new Response('served', { headers: { 'Set-Cookie': 'a=b' } })
  const paths = ['file.txt', 'healthz', 'api/v1/stats', 'api/auth/login', 'api/discord/interactions']
  const routes = paths.map((path) => ({ id: path, path, module: { loader: served, action: served } }))
  const build = { routes: Object.fromEntries(routes.map((one) => [one.id, one])) } as unknown as ServerBuild
  const files = new Map([
    ['/a.css', { bytes: Buffer.from('a'), tag: 't', coded: new Map(), type: 'text/css', cache: 'no-cache' }],
  ])
  server = createServer(createServerHandler(it.app, build, files).listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await it.close()
})

async function ask(target: string, Host: string, more: Partial<Raw> = {}) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await askRaw(url, { method: 'GET', target, ...more, headers: { Host, ...more.headers } })
  return { ...answer, location: answer.headers.location }
}

test('a former host redirects pages and files to the same path and query', async () => {
  await open()
  for (const [target, Host] of [
    ['/file.txt', 'old.example'],
    ['/a.css', 'OLD.example:443'],
    ['/nothing?x=1?y=%20', 'old.example.'],
    ['/', 'bot.example:8080'],
    ['/api/v1/stats', 'old.example'],
    ['//evil.example/a', 'old.example'],
    ['/@evil.example', 'old.example'],
    ['/\\evil.example', 'old.example'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const { status, location, headers } = await ask(target, Host, { method })
      expect([target, status, location]).toEqual([target, 308, `https://new.example${target}`])
      expect(new URL(location!).host).toBe('new.example')
      expect([headers['set-cookie'], headers['cache-control']]).toEqual([undefined, 'private, max-age=3600'])
    }
  }
})

test('the target in absolute form decides about the host', async () => {
  await open()
  const { status, location } = await ask('http://old.example/file.txt?x', 'new.example')
  expect([status, location]).toEqual([308, 'https://new.example/file.txt?x'])
})

test.each(['new.example', 'other.example', 'bot.example', 'xold.example', 'old.example.org', '127.0.0.1'])(
  'the host %s is served',
  async (host) => {
    await open()
    expect((await ask('/file.txt', host)).status).toBe(200)
  },
)

test('probes, signed interactions and API keys work on a former host', async () => {
  await open()
  const key = { Authorization: 'Bearer sgn_live_x' }
  expect((await ask('/healthz', 'old.example')).status).toBe(200)
  expect((await ask('/api/v1/stats', 'old.example', { headers: key })).body).toBe('served')
  const post = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
  expect((await ask('/api/discord/interactions', 'old.example', post)).body).toBe('served')
})

test('a former host has no sessions: writes are refused with the new URL', async () => {
  await open()
  const origin = { Origin: 'https://old.example' }
  for (const [method, target, headers] of [
    ['POST', '/api/auth/login', origin],
    ['POST', '/api/auth/login', { Authorization: 'Bearer x' }],
    ['POST', '/file.txt', origin],
    ['DELETE', '/api/v1/stats', { ...origin, Authorization: 'Bearer x', Cookie: 'session=x' }],
    ['OPTIONS', '/file.txt', origin],
  ] as const) {
    const { status, body, headers: got } = await ask(target, 'old.example', { method, headers })
    expect([target, status, got['set-cookie']]).toEqual([target, 403, undefined])
    expect(body).toContain('https://new.example')
  }
  const cookie = { Authorization: 'Bearer x', Cookie: 'session=x' }
  expect((await ask('/api/v1/stats', 'old.example', { headers: cookie })).status).toBe(308)
})

test('a page of a former host cannot write to the site', async () => {
  await open()
  const headers = { Origin: 'https://old.example' }
  expect((await ask('/file.txt', 'new.example', { method: 'POST', headers })).status).toBe(403)
  const own = { Origin: 'https://new.example' }
  expect((await ask('/file.txt', 'new.example', { method: 'POST', headers: own })).status).toBe(200)
})

test('only a trusted proxy can name a former host, and never for the own host', async () => {
  const forwarded = { headers: { 'X-Forwarded-Host': 'old.example' } }
  await open({ TRUST_PROXY: '1' })
  expect((await ask('/file.txt', '127.0.0.1:3000', forwarded)).status).toBe(308)
  expect((await ask('/file.txt', 'new.example', forwarded)).status).toBe(200)
  const back = { headers: { 'X-Forwarded-Host': 'old.example, new.example' } }
  expect((await ask('/file.txt', 'old.example', back)).status).toBe(200)
  await it.close()
  server.close()
  await open()
  expect((await ask('/file.txt', '127.0.0.1:3000', forwarded)).status).toBe(200)
})

test('redirects count against the limit of pages', async () => {
  await open({ TRUST_PROXY: '1' })
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  const { headers: got } = await ask('/file.txt', 'old.example', { headers })
  expect(String(got.ratelimit)).toContain('"pages"')
})
