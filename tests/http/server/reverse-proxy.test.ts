import { request as pose } from 'node:http'
import { connect as dial } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { openBalancer } from '#tests/support/http/balancer.ts'
import { anEmail, guildWithKey, json } from '#tests/support/http/client.ts'
import { cliJson, startServer, type RunningServer } from '#tests/support/http/server.ts'
import { aRunnerToken, connect } from '#tests/support/discord/runner-socket.ts'

const site = 'https://bots.example'
let server: RunningServer
let key: string
let token: string
let folder: Awaited<ReturnType<typeof dataFolder>>
const person = { email: anEmail(), password: 'correct horse battery' }

beforeAll(async () => {
  folder = await dataFolder()
  server = await startServer({ DATA_DIR: folder.path, SITE_URL: site })
  await cliJson(server.env, [
    ...['users', 'create', '--email', person.email, '--name', 'Ada'],
    ...['--password', person.password, '--role', 'owner'],
  ])
  key = (await guildWithKey({ ...server, name: 'https', setup: '' })).key
  token = (await aRunnerToken(server)).token
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

/** Sends bytes and returns what comes back until the connection ends. */
function exchange(lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = dial(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('data', (bytes) => (answer += bytes.toString()))
    socket.on('end', () => resolve(answer)).on('error', reject)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}
const statusOf = async (...lines: string[]) =>
  Number((await exchange([...lines, 'Connection: close'])).split(' ')[1])

const signIn = (Origin: string) => fetch(`${server.url}/api/auth/login`, json(person, { Origin }))

test('an https SITE_URL marks cookies Secure and sends HSTS without a trusted proxy', async () => {
  const [cookie] = (await signIn(site)).headers.getSetCookie()
  expect(cookie).toMatch(/^session=.+; Secure$/)
  for (const path of [
    '/',
    '/about.md',
    '/favicon.svg',
    '/login',
    '/api/session',
    '/nothing-here',
    '/healthz',
  ]) {
    const { headers } = await fetch(server.url + path)
    expect([path, headers.get('Strict-Transport-Security')]).toEqual([path, 'max-age=31536000'])
  }
})

test('the http origin of an https site may neither write nor open the runner socket', async () => {
  const [cookie = ''] = (await signIn(site)).headers.getSetCookie()
  const out = (Origin: string) =>
    fetch(`${server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { Origin, Cookie: cookie.split(';')[0]! },
    })
  for (const origin of ['http://bots.example', server.url]) expect((await out(origin)).status).toBe(403)
  expect((await out(site)).status).toBe(204)
  for (const origin of ['http://bots.example', server.url])
    expect(await connect(server, token, { headers: { Origin: origin } }).refused()).toBe(403)
  const runner = connect(server, token, { headers: { Origin: site } })
  expect((await runner.next()).op).toBe('hello')
  runner.socket.close()
})

test('metrics need the token where SITE_URL shows that there is a proxy', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(403)
})

test('two Host headers are 400 for pages, files, the API and the socket of runners', async () => {
  const two = ['Host: bots.example', 'Host: bots.example']
  for (const path of ['/', '/favicon.svg', '/api/session', '/api/runner/ws'])
    expect([path, await statusOf(`GET ${path} HTTP/1.1`, ...two)]).toEqual([path, 400])
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: x',
  ]
  expect(await exchange(['GET /api/runner/ws HTTP/1.1', ...two, ...upgrade])).toMatch(/^HTTP\/1.1 400 /)
})

test('the absolute form of a target is served like the path in it', async () => {
  const host = 'Host: other.example'
  for (const target of [
    'http://bots.example/api/session',
    'https://else.example:444/api/session',
    'HTTP://bots.example/',
    'http://bots.example',
    'http://bots.example?x=1',
    'http://bots.example/favicon.svg',
    'http://bots.example/login?x=http://y/',
  ])
    expect([target, await statusOf(`GET ${target} HTTP/1.1`, host)]).toEqual([target, 200])
  expect(await statusOf('GET http://bots.example/nothing-here HTTP/1.1', host)).toBe(404)
  for (const target of ['http://u@bots.example/', 'ftp://bots.example/', 'http:///', '*', 'bots.example:443'])
    expect([target, await statusOf(`GET ${target} HTTP/1.1`, host)]).toEqual([target, 400])
})

test('OPTIONS for the whole server says which methods there are', async () => {
  const answer = await exchange(['OPTIONS * HTTP/1.1', 'Host: bots.example', 'Connection: close'])
  expect(answer).toMatch(/^HTTP\/1.1 204 /)
  expect(answer).toContain('\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n')
})

test('a request is shown one token, after any number of spaces', async () => {
  const read = (Authorization: string) =>
    fetch(`${server.url}/api/v1/stats`, { headers: { Authorization } }).then(({ status }) => status)
  expect(await Promise.all([`Bearer ${key}`, `bearer   ${key}`].map(read))).toEqual([200, 200])
  expect(await Promise.all([`Bearer ${key} ${key}`, `Bearer ${key},${key}`].map(read))).toEqual([401, 401])
  const refused = (headers: Record<string, string>, protocols = ['runner.v1']) =>
    connect(server, null, { headers, protocols }).refused()
  expect(await refused({ Authorization: `Bearer ${token} ${token}` })).toBe(401)
  expect(await refused({ Authorization: `Bearer ${token}` }, ['runner.v1', `bearer.${token}`])).toBe(401)
  const runner = connect(server, null, { headers: { Authorization: `BEARER    ${token}` } })
  expect((await runner.next()).op).toBe('hello')
  runner.socket.close()
})

/** Signs in through a proxy as a client on another loopback address that claims to be a third. Returns the `Set-Cookie`. */
function signInThrough(url: string): Promise<string> {
  const options = {
    method: 'POST',
    localAddress: '127.0.0.7',
    headers: { 'Content-Type': 'application/json', Origin: site, 'X-Forwarded-For': '203.0.113.9' },
  }
  return new Promise((resolve, reject) => {
    pose(`${url}/api/auth/login`, options, (answer) => {
      resolve(answer.headers['set-cookie']?.[0] ?? `${answer.statusCode}`)
      answer.resume()
    })
      .on('error', reject)
      .end(JSON.stringify(person))
  })
}

test.each([
  ['trusts the proxy in front of it', true, '127.0.0.7'],
  ['does not trust the proxy in front of it', false, '127.0.0.1'],
])('a balancer that %s passes on one address, and cookies stay Secure', async (_, trusts, address) => {
  const [outer, inner] = [await openBalancer(), await openBalancer({ trusts })]
  const instance = await startServer({ ...server.env, TRUST_PROXY: '1', EXPECT_USERS: '1' })
  try {
    outer.use([inner.url])
    inner.use([instance.url])
    const cookie = await signInThrough(outer.url)
    expect(cookie).toMatch(/^session=.+; Secure$/)
    const mine = await fetch(`${server.url}/api/audit?action=session.opened&limit=1`, {
      headers: { Cookie: cookie.split(';')[0]! },
    })
    expect(await mine.json()).toMatchObject({ entries: [{ address }] })
  } finally {
    await Promise.all([outer.close(), inner.close(), instance.stop()])
  }
})
