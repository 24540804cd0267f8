import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerHandler } from '#app/http/server/handler.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readOpenapi } from '#app/features/health/operations.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { askRaw } from '#tests/support/http/raw-request.ts'

let it: TestApp
let server: Server
let url: string
let isShort: boolean
let counted: string[]
let started: () => void
let lines: Record<string, unknown>[]
const route = (path: string, module: object) => ({ id: path, path, module })

beforeEach(async () => {
  it = await openTestApp('sqlite, memory')
  isShort = false
  counted = []
  const serve = endpoint({ GET: [readOpenapi, async () => ({}) as never] })
  const ok = { loader: () => new Response('ok') }
  const routes = [
    route('api/openapi.json', { loader: serve, action: serve }),
    route('file.txt', ok),
    route('moved', { loader: () => new Response(null, { status: 308, headers: { Location: '/file.txt' } }) }),
    route('broken', { loader: () => Promise.reject(new TypeError('a bug')) }),
    route('api/outage', {
      loader: () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    }),
    route('healthz', ok),
    route('slow.txt', { loader: () => new Promise(() => started()) }),
  ]
  const build = { routes: Object.fromEntries(routes.map((one) => [one.id, one])) } as unknown as ServerBuild
  const { rateLimiter } = it.app
  const consume: typeof rateLimiter.consume = (name, who) => {
    counted.push(name)
    return rateLimiter.consume(name, who)
  }
  lines = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line) as never) })
  const app = { ...it.app, log, rateLimiter: { ...rateLimiter, consume } }
  const files = new Map([
    ['/a.css', { bytes: Buffer.from('a'), tag: 't', coded: new Map(), type: 'text/css', cache: 'no-cache' }],
  ])
  server = createServer(createServerHandler(app, build, files, () => isShort).listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await it.close()
})

const ask = async (path: string, init: RequestInit = {}) => {
  counted = []
  const response = await fetch(url + path, { redirect: 'manual', ...init })
  await response.arrayBuffer()
  return [response.status, counted, response.headers.get('RateLimit')?.split(';')[0] ?? null]
}

test.each([
  ['GET', '/file.txt', 200, 'pages'],
  ['HEAD', '/file.txt', 200, 'pages'],
  ['POST', '/file.txt', 405, 'pages'],
  ['GET', '/moved', 308, 'pages'],
  ['GET', '/broken', 500, 'pages'],
  ['POST', '/healthz', 405, 'pages'],
  ['GET', '/api/openapi.json', 200, 'api_anonymous'],
  ['HEAD', '/api/openapi.json', 200, 'api_anonymous'],
  ['DELETE', '/api/openapi.json', 405, 'api_anonymous'],
  ['GET', '/api/nothing', 404, 'api_anonymous'],
  ['OPTIONS', '/api/nothing', 404, 'api_anonymous'],
  ['GET', '/api/discord/interactions', 404, 'api_anonymous'],
])('%s %s answers %i and counts once as %s', async (method, path, status, name) => {
  expect(await ask(path, { method })).toEqual([status, [name], `"${name}"`])
})

test('probes, interactions and static files are not counted', async () => {
  expect(await ask('/healthz')).toEqual([200, [], null])
  expect(await ask('/a.css')).toEqual([200, [], null])
  expect(await ask('/api/discord/interactions', { method: 'POST' })).toEqual([404, [], null])
})

test('requests that fail because the database is down are not counted', async () => {
  expect(await ask('/api/outage')).toEqual([503, [], null])
})

test('requests from another site count once', async () => {
  const headers = { Cookie: 'session=a', 'Sec-Fetch-Site': 'cross-site' }
  expect(await ask('/api/nothing', { method: 'POST', headers })).toEqual([
    403,
    ['api_anonymous'],
    '"api_anonymous"',
  ])
  expect(await ask('/file.txt', { method: 'POST', headers })).toEqual([403, ['pages'], '"pages"'])
})

test('requests that are shed or cannot be read count once', async () => {
  isShort = true
  expect(await ask('/file.txt')).toEqual([503, ['pages'], '"pages"'])
  expect(await ask('/api/nothing')).toEqual([503, ['api_anonymous'], '"api_anonymous"'])
  expect(await ask('/healthz')).toEqual([200, [], null])
  isShort = false
  for (const target of ['/docs\\x', '/api/\\x']) {
    counted = []
    expect((await askRaw(url, { method: 'GET', target, headers: {} })).status).toBe(400)
    expect(counted).toEqual([target === '/docs\\x' ? 'pages' : 'api_anonymous'])
  }
})

test('a client that disconnects before the response is logged and counted with 499', async () => {
  const leaving = new AbortController()
  started = () => leaving.abort()
  await expect(fetch(`${url}/slow.txt`, { signal: leaving.signal })).rejects.toThrow('aborted')
  await vi.waitFor(() =>
    expect(lines.find(({ path }) => path === '/slow.txt')).toMatchObject({ status: 499, broken_off: true }),
  )
  expect(await it.app.metrics.text()).toMatch(/method="GET",route="\/slow\.txt",status="499"/)
})
