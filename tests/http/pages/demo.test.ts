import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { operations } from '#app/openapi/operations.ts'
import { acceptsSession } from '#app/operations/operation.ts'
import { oneEngine, openEngine, type Engine } from '#tests/support/engines.ts'
import { client, cookieOf, json, signUp, type ErrorBody } from '#tests/support/http/client.ts'
import { importRoute, routeFiles } from '#tests/support/http/route-files.ts'
import { cliJson, startServer, type RunningServer } from '#tests/support/http/server.ts'

const OTHER = '900000000000000001'
const guild = `/admin/guilds/${DEMO_GUILD.id}`

/** Fills the parameters of a path: the given guild, and values that exist nowhere. */
const fill = (path: string, guildId: string) =>
  path
    .replace('{provider}', 'github')
    .replace(/\{(guildId|guild_id)\}/, guildId)
    .replace(/\{\w+\}/g, 'nothing')

/** MCP reads the public pages by POST. */
const writes = operations.filter(
  ({ id, method, access }) => method !== 'GET' && access !== 'signature' && id !== 'callSiteTools',
)
const reads = operations.filter(({ method, access }) => method === 'GET' && acceptsSession(access))
const inGuild = (path: string) => /\{(guildId|guild_id)\}/.test(path)

/** Operations outside a guild that visitors can read. */
const openReads = ['listGuilds', 'readSession', 'listNotices']

describe.each(oneEngine)('%s', (name) => {
  let engine: Engine
  let server: RunningServer
  let call: ReturnType<typeof client>
  let Cookie: string

  beforeAll(async () => {
    engine = await openEngine(name)
    const env = { ...engine.env, TRUST_PROXY: '1', DEMO: 'on', RATE_LIMITS: 'off' }
    server = await startServer(env)
    call = client({ ...server, name, setup: '' })
    await vi.waitFor(async () => expect((await openDemo()).status).toBe(302), {
      timeout: 30_000,
      interval: 200,
    })
    Cookie = cookieOf(await openDemo())
    await cliJson(env, ['guilds', 'add', '--id', OTHER, '--name', 'Elsewhere'])
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await engine.remove()
  })

  const openDemo = (headers: Record<string, string> = {}) =>
    call('/demo', { method: 'POST', body: new URLSearchParams(), headers })
  const asVisitor = (path: string, init: RequestInit = {}) =>
    call(path, { ...init, headers: { Cookie, ...(init.headers as Record<string, string>) } })

  test('a button opens the demo for an hour, and its console says that it is read-only', async () => {
    expect(await (await call('/demo')).text()).toContain('Open demo')
    const opened = await openDemo()
    expect(opened.headers.get('Location')).toBe(guild)
    expect(opened.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=demo\.\S+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax/),
    ])
    for (const path of [
      '',
      '/commands',
      '/automations',
      '/jobs',
      '/events',
      '/integrations',
      '/settings',
      '/keys',
    ]) {
      const page = await asVisitor(guild + path)
      expect([path, page.status]).toEqual([path, 200])
      const html = await page.text()
      expect(html).toContain('Demo · read-only')
      expect(html).not.toContain('\0')
    }
    const overview = await (await asVisitor('/admin')).text()
    expect(overview).toContain('Demo · read-only')
    expect(overview).not.toContain('Elsewhere')
  })

  test.each(writes)('$id refuses to write', async ({ id, method, path }) => {
    if (id === 'logout') return
    for (const guildId of [DEMO_GUILD.id, OTHER]) {
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': `demo-${id}`,
        'If-Match': '"v1"',
      }
      const response = await asVisitor(fill(path, guildId), { method, headers, body: '{}' })
      const { error, code } = (await response.json()) as ErrorBody
      expect([response.status, code, error]).toEqual([403, 'forbidden', 'The demo is read-only.'])
    }
  })

  test.each(reads)('$id reads the demo guild alone', async ({ id, path }) => {
    const query = id === 'searchGuildMembers' ? '?q=gr' : ''
    const statusIn = async (guildId: string) => (await asVisitor(fill(path, guildId) + query)).status
    if (!inGuild(path)) {
      const expected = openReads.includes(id) ? 200 : 403
      return expect(await statusIn('')).toBe(expected)
    }
    expect(await statusIn(OTHER)).toBe(403)
    // No runner of the demo server responds to a search.
    expect([200, 403, 404, ...(query ? [503] : [])]).toContain(await statusIn(DEMO_GUILD.id))
  })

  test('every page form is refused, and shows why', async () => {
    const posted: string[] = []
    for (const { file, path } of routeFiles.filter(({ file }) => file.endsWith('.tsx'))) {
      const { action, default: page } = await importRoute(file)
      if (!action || !page || /account\/(demo|logout)\.tsx$/.test(file)) continue
      posted.push(path)
      for (const suffix of ['', '.data']) {
        const body = new URLSearchParams({ intent: 'add', name: 'x', token: 'x' })
        const response = await asVisitor(fill(path, DEMO_GUILD.id) + suffix, { method: 'POST', body })
        // The sign-in and sign-up pages send visitors of the demo on, after the refusal.
        const sent = response.headers.get('Location')
        const expected = sent ? [302, '/demo'] : [403, null]
        expect([path + suffix, response.status, sent && new URL(sent, server.url).pathname]).toEqual([
          path + suffix,
          ...expected,
        ])
        expect(response.headers.getSetCookie()).toEqual([])
      }
    }
    expect(posted.length).toBeGreaterThan(20)
    const body = new URLSearchParams({ intent: 'save', version: '0' })
    const settings = await asVisitor(`${guild}/settings`, { method: 'POST', body })
    expect(await settings.text()).toMatch(
      /<form(?:(?!<\/form>).)*role="alert"(?:(?!<\/form>).)*The demo is read-only\./s,
    )
  })

  test('pages of the account, of other guilds and of the site lead back to the demo', async () => {
    for (const path of [
      '/profile',
      '/profile/security',
      '/profile/data',
      '/chat',
      '/proof',
      '/admin/content',
      '/admin/users',
      '/admin/audit',
      '/admin/inbox',
      '/admin/mail',
      '/admin/media',
      '/admin/runners',
      `${guild}/managers`,
      `/admin/guilds/${OTHER}`,
      `/admin/guilds/${OTHER}.data`,
      '/login',
      '/signup',
    ]) {
      const { status, headers } = await asVisitor(path)
      const isRefused = path !== '/login' && path !== '/signup'
      const sent = [path.endsWith('.data') ? 202 : 302, isRefused ? '/demo?refused=page' : '/demo']
      expect([path, status, headers.get('Location')]).toEqual([path, ...sent])
    }
    expect(await (await asVisitor('/demo?refused=page')).text()).toContain(
      'This page is not part of the demo.',
    )
  })

  test('a signed-in user keeps their session, and is told to sign out first', async () => {
    const { cookie } = await signUp({ ...server, name, setup: '' })
    expect(await (await call('/demo', { headers: { Cookie: cookie } })).text()).toContain('signed in as Ada')
    const response = await openDemo({ Cookie: cookie })
    expect([response.status, response.headers.getSetCookie()]).toEqual([409, []])
    expect((await call('/api/profile', { headers: { Cookie: cookie } })).status).toBe(200)
  })

  test('leaving clears the cookie and writes nothing', async () => {
    const left = await asVisitor('/logout', { method: 'POST' })
    expect([left.status, left.headers.get('Location')]).toEqual([302, '/'])
    expect(left.headers.getSetCookie()[0]).toMatch(/^session=; Path=\/; Max-Age=0/)
    expect((await asVisitor('/api/auth/logout', { method: 'POST' })).status).toBe(204)
    expect((await call(guild)).headers.get('Location')).toContain('/login')
  })

  test('an instance with the demo off refuses the session of another', async () => {
    const off = await startServer({ ...server.env, DEMO: 'off', EXPECT_USERS: '1' })
    const there = client({ ...off, name, setup: '' })
    expect((await there('/demo')).status).toBe(404)
    expect((await there('/demo', { method: 'POST', body: new URLSearchParams() })).status).toBe(404)
    expect((await there(guild, { headers: { Cookie } })).headers.get('Location')).toContain('/login')
    expect((await there('/api/guilds', { headers: { Cookie } })).status).toBe(401)
    const login = json({ email: 'demo', password: 'demo' }, { Cookie })
    expect((await there('/api/auth/login', login)).status).not.toBe(200)
    await off.stop()
  })
})
