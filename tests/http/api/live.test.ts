import { pino } from 'pino'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { openSignals } from '#app/platform/signals/signals.server.ts'
import {
  client,
  cookieOf,
  guildWithKey,
  json,
  signInAs,
  signUp,
  type ErrorBody,
} from '#tests/support/http/client.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { cliJson, startServer } from '#tests/support/http/server.ts'

describe.each(inject('servers'))('live on $name', (server) => {
  const ends = new AbortController()
  afterAll(() => ends.abort())
  const listen = (path: string, cookie: string, method = 'GET') =>
    client(server)(path, { method, headers: { Cookie: cookie }, signal: ends.signal })

  test('it is a stream of events that nothing on the way keeps back', async () => {
    const cookie = await signInAs(server, 'admin')
    const { guild } = await guildWithKey(server)
    for (const path of [`/api/guilds/${guild}/live`, '/api/runners/live']) {
      const head = await listen(path, cookie, 'HEAD')
      const response = await listen(path, cookie)
      for (const { status, headers } of [head, response]) {
        expect(status).toBe(200)
        expect(headers.get('Content-Type')).toBe('text/event-stream')
        expect(headers.get('Cache-Control')).toBe('no-store')
        expect(headers.get('X-Accel-Buffering')).toBe('no')
      }
      const reader = response.body!.getReader()
      expect(new TextDecoder().decode((await reader.read()).value)).toBe('retry: 3000\n\n')
      await reader.cancel()
    }
  })

  test('who may not see the guild hears nothing of it', async () => {
    const { guild, key } = await guildWithKey(server)
    const member = (await signUp(server)).cookie
    const path = `/api/guilds/${guild}/live`
    const code = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code]
    const bearer = { headers: { Authorization: `Bearer ${key}` } }
    expect(await code(await client(server)(path))).toEqual([401, 'unauthorized'])
    expect(await code(await client(server)(path, bearer))).toEqual([401, 'unauthorized'])
    expect(await code(await listen(path, member))).toEqual([403, 'forbidden'])
    expect(await code(await listen('/api/runners/live', member))).toEqual([403, 'forbidden'])
    const nowhere = await listen('/api/guilds/123/live', await signInAs(server, 'admin'))
    expect(await code(nowhere)).toEqual([404, 'not_found'])
  })

  test('a sixth stream of a session is refused until another has gone', async () => {
    const cookie = await signInAs(server, 'admin')
    const open = []
    for (let count = 0; count < 5; count++) open.push(await listen('/api/runners/live', cookie))
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await listen('/api/runners/live', cookie)
    expect([sixth.status, ((await sixth.json()) as ErrorBody).code]).toEqual([409, 'too_many_connections'])
    expect(sixth.headers.get('Retry-After')).toBeNull()
    expect((await listen('/api/runners/live', await signInAs(server, 'admin'))).status).toBe(200)
    await open[0]!.body!.cancel()
    await vi.waitFor(async () => expect((await listen('/api/runners/live', cookie)).status).toBe(200))
  })
})

const [shared] = inject('servers').filter(({ env }) => env.REDIS_URL)
test.runIf(shared)('what another instance says has changed is told at once', async () => {
  const server = shared!
  const redisUrl = server.env.REDIS_URL
  const { guild } = await guildWithKey(server)
  const signals = openSignals({ redisUrl }, pino({ level: 'silent' }))
  const headers = { Cookie: await signInAs(server, 'admin') }
  const response = await client(server)(`/api/guilds/${guild}/live`, { headers })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('retry: 3000\n\n')
  const event = reader.read()
  await vi.waitFor(async () => {
    await signals.publish('activity', { guilds: [guild] })
    const { value } = await Promise.race([event, Promise.reject(new Error('nothing yet'))])
    expect(value).toMatch(/^event: change\ndata: \{"at":"[^"]+Z"\}\n\n$/)
  })
  await Promise.all([reader.cancel(), signals.close()])
})

test('a server that stops ends its streams and does not wait for who listens', async () => {
  const folder = await dataFolder()
  const server = await startServer({ DATA_DIR: folder.path })
  const owner = ['--email', 'ada@example.com', '--name', 'Ada', '--password', 'correct horse']
  await cliJson(server.env, ['users', 'create', '--role', 'owner', ...owner])
  const login = { email: 'ada@example.com', password: 'correct horse' }
  const Cookie = cookieOf(await fetch(`${server.url}/api/auth/login`, json(login)))
  const response = await fetch(`${server.url}/api/runners/live`, { headers: { Cookie } })
  const started = Date.now()
  const [code, text] = await Promise.all([server.stop(), response.text()])
  expect([code, text]).toEqual([0, 'retry: 3000\n\n'])
  expect(Date.now() - started).toBeLessThan(4_500)
  await folder.remove()
})
