import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRunnerToken, connect } from '#tests/support/discord/runner-socket.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { anEmail, guildWithKey, json } from '#tests/support/http/client.ts'
import { askRaw, type Raw } from '#tests/support/http/raw-request.ts'
import { cli, cliJson, runCli, startServer, type RunningServer } from '#tests/support/http/server.ts'

const sites = { SITE_URL: 'https://new.example', SITE_ALIASES: 'https://old.example' }
const person = { email: anEmail(), password: 'correct horse battery' }
let server: RunningServer
let folder: Awaited<ReturnType<typeof dataFolder>>

beforeAll(async () => {
  folder = await dataFolder()
  server = await startServer({ DATA_DIR: folder.path, TRUST_PROXY: '1', ...sites })
  await cliJson(server.env, [
    ...['users', 'create', '--email', person.email, '--name', 'Ada'],
    ...['--password', person.password, '--role', 'owner'],
  ])
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

const ask = (target: string, more: Partial<Raw> = {}) =>
  askRaw(server.url, { method: 'GET', target, ...more, headers: { Host: 'old.example', ...more.headers } })

test('pages, cached pages, files and private pages of a former host are redirected', async () => {
  const own = { headers: { Host: 'new.example' } }
  expect((await ask('/about', own)).status).toBe(200)
  for (const target of [
    '/about',
    '/about?x=1',
    '/about.md',
    '/favicon.svg',
    '/login',
    '/feed.xml',
    '/gone',
  ]) {
    const { status, headers } = await ask(target)
    expect([status, headers.location]).toEqual([308, `https://new.example${target}`])
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect((await ask('/about', own)).body).toContain('<link rel="canonical" href="https://new.example/about"')
})

test('probes respond on a former host, and metrics still need their token', async () => {
  for (const [target, status] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/health', 200],
    ['/metrics', 403],
  ] as const)
    expect([target, (await ask(target)).status]).toEqual([target, status])
})

test('an API key and a runner keep working on a former host', async () => {
  const { key } = await guildWithKey({ ...server, name: 'moved', setup: '' })
  const headers = { Authorization: `Bearer ${key}` }
  expect((await ask('/api/v1/stats', { headers })).status).toBe(200)
  const { token } = await aRunnerToken(server)
  const runner = connect(server, token, { headers: { Host: 'old.example' } })
  expect((await runner.next()).op).toBe('hello')
  runner.socket.close()
})

test('a former host refuses sign-ins, and its pages cannot use a session of the site', async () => {
  const { headers, body } = json(person, { Origin: 'https://old.example' }) as {
    headers: Record<string, string>
    body: string
  }
  const post = { method: 'POST', body, headers }
  const refused = await ask('/api/auth/login', post)
  expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined])
  expect(JSON.parse(refused.body)).toMatchObject({
    code: 'forbidden',
    error: 'This site has moved to https://new.example. Send the request to the new URL.',
  })
  const own = { ...post, headers: { ...headers, Host: 'new.example', Origin: 'https://new.example' } }
  const signedIn = await ask('/api/auth/login', own)
  expect(signedIn.status).toBe(200)
  const Cookie = signedIn.headers['set-cookie']!.map((one) => one.split(';')[0]).join('; ')
  const signOut = (headers: Record<string, string>) =>
    ask('/api/auth/logout', { method: 'POST', headers: { Cookie, ...headers } })
  const old = { Origin: 'https://old.example' }
  expect((await signOut({ ...old, Host: 'new.example' })).status).toBe(403)
  expect((await signOut(old)).status).toBe(403)
  expect((await signOut({ Origin: 'https://new.example', Host: 'new.example' })).status).toBe(204)
})

test('domain check lists links and URLs, and requires aliases', async () => {
  const env = { ...server.env, GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' }
  const { code, out } = await cli(env, ['domain', 'check'])
  expect([code, out]).toEqual([
    0,
    'Nothing links to old.example.\n\n' +
      'GitHub must allow the callback URL https://new.example/api/auth/github/callback.\n',
  ])
  const none = await cli({ ...env, SITE_ALIASES: '' }, ['domain', 'check'])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('Set SITE_ALIASES')])
})

test('a server whose alias is its own host does not start', async () => {
  const { code, err } = await runCli({ ...server.env, SITE_ALIASES: 'new.example' }, ['serve'])
  expect([code, err]).toEqual([1, expect.stringContaining('would redirect to itself')])
})
