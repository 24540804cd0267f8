import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callWebhook } from '#app/runner/actions/webhook.server.ts'
import { fakeWebhooks, type FakeWebhooks } from '#tests/mocks/fake-webhooks.ts'

let hooks: FakeWebhooks
let other: FakeWebhooks
beforeAll(async () => {
  hooks = await fakeWebhooks()
  other = await fakeWebhooks()
})
beforeEach(() => {
  hooks.received.length = 0
  other.received.length = 0
})
afterAll(async () => {
  await hooks.stop()
  await other.stop()
})

type Call = Parameters<typeof callWebhook>[0]
type Bounds = Partial<Parameters<typeof callWebhook>[1]>

const call = (over: Partial<Call> = {}, bounds: Bounds = {}) =>
  callWebhook(
    { url: hooks.url('/in'), method: 'POST', body: '{"a":1}', key: 'key-1', ...over },
    { privateHosts: [hooks.host, other.host], signal: new AbortController().signal, ...bounds },
  )
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: { code: string; retryable: boolean; message: string }) => {
      expect(error.message).not.toMatch(/127\.0\.0|http|secret/)
      return { code: error.code, retryable: error.retryable }
    },
  )
const refused = { code: 'private_address', retryable: false }

test('a webhook gets its body, its headers and the key of the job', async () => {
  hooks.reply('/in', { status: 200, body: 'x'.repeat(5_000) })
  const answer = await call({ headers: { 'X-Own': 'secret', Authorization: 'Bearer secret' } })
  expect(answer).toEqual({ status: 200, body: 'x'.repeat(1_000) })
  expect(hooks.received).toMatchObject([
    {
      method: 'POST',
      body: '{"a":1}',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
        'user-agent': 'Signpost-Runner/1.0',
        'x-own': 'secret',
        authorization: 'Bearer secret',
      },
    },
  ])
})

test('a NUL in an answer is replaced, so that the answer can be stored', async () => {
  hooks.reply('/in', { status: 200, body: 'a\0b' })
  expect(await call()).toEqual({ status: 200, body: 'a\ufffdb' })
})

test('text is sent as text, another type as its author says, and a GET without a body', async () => {
  await call({ body: 'hello' })
  await call({ headers: { 'Content-Type': 'application/x-own' } })
  await call({ method: 'GET', body: undefined })
  expect(hooks.received.map(({ method, headers }) => [method, headers['content-type']])).toEqual([
    ['POST', 'text/plain; charset=utf-8'],
    ['POST', 'application/x-own'],
    ['GET', undefined],
  ])
})

test('headers of the connection and of the job cannot be set from outside', async () => {
  const headers = {
    Host: 'evil.example',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
    Connection: 'upgrade',
    'Idempotency-Key': 'other',
    'X-Split': 'a\r\nX-Evil: 1',
  }
  await call({ headers })
  const [{ headers: got, body } = { headers: {}, body: '' }] = hooks.received
  expect(got).toMatchObject({ host: hooks.host, 'content-length': '7', 'idempotency-key': 'key-1' })
  expect(got).not.toHaveProperty('x-evil')
  expect(got).not.toHaveProperty('transfer-encoding')
  expect(body).toBe('{"a":1}')
})

test.each([
  [408, true],
  [425, true],
  [429, true],
  [500, true],
  [503, true],
  [400, false],
  [404, false],
  [410, false],
  [304, false],
])('an answer of %i fails, and trying again is %s', async (status, retryable) => {
  hooks.reply('/status', { status })
  expect(await failure(call({ url: hooks.url('/status') }))).toEqual({ code: `http_${status}`, retryable })
})

test('silence and a closed port may be tried again', async () => {
  hooks.reply('/hang', { hang: true })
  expect(await failure(call({ url: hooks.url('/hang') }, { timeout: 100 }))).toEqual({
    code: 'timeout',
    retryable: true,
  })
  const closed = { url: 'http://127.0.0.1:9/' }
  expect(await failure(call(closed, { privateHosts: ['127.0.0.1'] }))).toEqual({
    code: 'unreachable',
    retryable: true,
  })
})

test('of a long answer only the beginning is read', async () => {
  hooks.reply('/long', { status: 200, body: Buffer.alloc(5_000_000, 97) })
  expect((await call({ url: hooks.url('/long') })).body).toHaveLength(1_000)
})

test.each([
  [301, 'GET', ''],
  [302, 'GET', ''],
  [303, 'GET', ''],
  [307, 'POST', '{"a":1}'],
  [308, 'POST', '{"a":1}'],
])('a redirect with %i goes on with %s', async (status, method, body) => {
  hooks.reply('/from', { status, headers: { Location: '/to' } })
  await call({ url: hooks.url('/from'), headers: { 'X-Own': '1' } })
  expect(hooks.received.at(-1)).toMatchObject({ path: '/to', method, body, headers: { 'x-own': '1' } })
})

test('on another origin nothing of the first one’s headers is sent', async () => {
  hooks.reply('/away', { status: 307, headers: { Location: other.url('/in') } })
  await call({ url: hooks.url('/away'), headers: { Authorization: 'secret', 'X-Own': 'secret' } })
  expect(other.received[0]).toMatchObject({ body: '{"a":1}', headers: { 'idempotency-key': 'key-1' } })
  expect(JSON.stringify(other.received)).not.toContain('secret')
})

test('headers that went over TLS are not sent again without it', async () => {
  // The receiver has no certificate: what is meant for TLS reaches it as it is.
  const overTls = vi
    .spyOn(https, 'request')
    .mockImplementation(((url: URL, options: http.RequestOptions) =>
      http.request(url.href.replace('https:', 'http:'), options)) as never)
  syncBuiltinESMExports()
  try {
    hooks.reply('/down', { status: 307, headers: { Location: hooks.url('/in') } })
    const url = hooks.url('/down').replace('http:', 'https:')
    await call({ url, headers: { Authorization: 'secret' } })
  } finally {
    overTls.mockRestore()
    syncBuiltinESMExports()
  }
  expect(hooks.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/down', 'secret'],
    ['/in', undefined],
  ])
})

test('redirects to a private address, to nowhere or too many are refused', async () => {
  hooks.reply('/inside', { status: 302, headers: { Location: other.url('/in') } })
  expect(await failure(call({ url: hooks.url('/inside') }, { privateHosts: [hooks.host] }))).toEqual(refused)
  expect(other.received).toEqual([])
  hooks.reply('/round', { status: 302, headers: { Location: '/round' } })
  expect((await failure(call({ url: hooks.url('/round') }))).code).toBe('too_many_redirects')
  expect(hooks.received.filter(({ path }) => path === '/round')).toHaveLength(4)
  hooks.reply('/odd', { status: 302, headers: { Location: 'file:///etc/passwd' } })
  expect((await failure(call({ url: hooks.url('/odd') }))).code).toBe('invalid_redirect')
})

test('a name that leads to a private address is refused where the connection is made', async () => {
  const lookups: string[] = []
  const resolve =
    (...answers: string[][]) =>
    async (host: string) => {
      lookups.push(host)
      const addresses = answers[Math.min(lookups.length, answers.length) - 1]!
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
  const at = (host: string) => ({ url: `http://${host}:${hooks.port}/in` })
  const none = { privateHosts: [] }
  expect(await failure(call(at('a.example'), { ...none, resolve: resolve(['127.0.0.1']) }))).toEqual(refused)
  const mixed = resolve(['93.184.216.34', '::1'])
  expect(await failure(call(at('b.example'), { ...none, resolve: mixed }))).toEqual(refused)
  // The name is asked once for a connection: there is no second answer to be different.
  expect(lookups).toEqual(['a.example', 'b.example'])
  await call(at('c.example'), { privateHosts: ['c.example'], resolve: resolve(['127.0.0.1']) })
  expect(hooks.received).toHaveLength(1)
})

test('a private host is open only with the port that the settings name', async () => {
  expect(await failure(call({}, { privateHosts: [] }))).toEqual(refused)
  expect(await failure(call({}, { privateHosts: ['127.0.0.1:1'] }))).toEqual(refused)
  await call({}, { privateHosts: ['127.0.0.1'] })
  await call({ url: `http://0x7f.1:${hooks.port}/in` })
  expect(hooks.received).toHaveLength(2)
})
