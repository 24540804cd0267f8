import { spawnSync } from 'node:child_process'
import { cp, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { client, cookieOf, json } from '#tests/support/http/client.ts'
import {
  cli,
  runCli,
  startServer,
  temporaryFolder,
  type Env,
  type RunningServer,
} from '#tests/support/http/server.ts'

test.each<Env>([
  {
    PORT: '70000',
    SITE_URL: 'example.com',
    TRUST_PROXY: 'everyone',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://localhost',
    REDIS_URL: 'localhost:6379',
    DISCORD_PUBLIC_KEY: 'abc',
    RATE_LIMITS: 'maybe',
  },
  { PORT: 'http', SITE_URL: 'https://example.com/path' },
])('wrong settings stop the start, each named, before anything listens: %j', async (wrong) => {
  const folder = await temporaryFolder()
  const failure = await startServer({ DATA_DIR: join(folder.path, 'data'), ...wrong }).catch(
    (error: Error) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  const { message } = failure as Error
  for (const name of Object.keys(wrong))
    expect(message).toMatch(new RegExp(`ended with 1[\\s\\S]*${name} is invalid. Use`))
  expect(message).not.toContain('listens on')
  await expect(stat(join(folder.path, 'data'))).rejects.toThrow('ENOENT')
  await folder.remove()
})

test('a first start creates its secrets and one owner, and a second keeps them', async () => {
  const folder = await temporaryFolder()
  const env = { DATA_DIR: join(folder.path, 'data') }
  const server = await startServer(env)
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init })
  expect((await visit(server.setup!)).status).toBe(200)
  expect((await visit('/setup?token=wrong')).status).toBe(403)
  const token = new URL(server.setup!, server.url).searchParams.get('token')!
  const form = (password: string) => ({
    method: 'POST',
    body: new URLSearchParams({ token, name: 'Olga', email: 'olga@example.com', password }),
  })
  expect((await visit(server.setup!, form('short'))).status).toBe(400)
  const made = await visit(server.setup!, form('correct horse'))
  expect([made.status, made.headers.get('Location')]).toEqual([302, '/admin/setup'])
  const admin = await visit('/admin', { headers: { Cookie: cookieOf(made) } })
  expect(admin.status).toBe(200)
  expect((await visit(server.setup!, form('correct horse'))).status).toBe(403)
  expect(await server.stop()).toBe(0)
  const secrets = join(env.DATA_DIR, 'secrets.json')
  expect((await stat(secrets)).mode & 0o777).toBe(0o600)
  const kept = await readFile(secrets, 'utf8')
  const again = await startServer({ ...env, EXPECT_USERS: '1' })
  expect(again.setup).toBeNull()
  expect(again.output()).not.toMatch(/install|build/i)
  expect(await readFile(secrets, 'utf8')).toBe(kept)
  expect(await again.stop()).toBe(0)
  await folder.remove()
})

test('before an owner exists nobody signs up, and a restart prints a setup link again', async () => {
  const folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, SIGNUP: '' }
  const first = await startServer(env)
  const signUp = (url: string) =>
    fetch(
      `${url}/api/auth/signup`,
      json({ name: 'Eve', email: 'eve@example.com', password: 'correct horse' }),
    )
  const refused = await signUp(first.url)
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden' }])
  const page = await (await fetch(`${first.url}/signup`)).text()
  expect(page).toContain('Sign-up is closed on this site.')
  expect(page).not.toContain('type="password"')
  await cli(env, [
    'users',
    'create',
    '--email',
    'm@example.com',
    '--name',
    'Mo',
    '--password',
    'correct horse',
  ])
  await first.stop()
  const second = await startServer(env)
  expect(second.setup).toMatch(/^\/setup\?token=/)
  const token = new URL(second.setup!, second.url).searchParams.get('token')!
  const body = new URLSearchParams({ token, name: 'Olga', email: 'o@example.com', password: 'correct horse' })
  const made = await fetch(second.url + second.setup!, { method: 'POST', body, redirect: 'manual' })
  expect(made.headers.get('Location')).toBe('/admin/setup')
  expect((await signUp(second.url)).status).toBe(201)
  await second.stop()
  await folder.remove()
})

test('a database that does not answer is said, with exit code 1', async () => {
  const folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' }
  const failure = await startServer(env).catch((error: Error) => error)
  expect((failure as Error).message).toMatch(
    /ended with 1[\s\S]*Signpost cannot start: .*ECONNREFUSED.*DATABASE_URL/,
  )
  const cli = await runCli(env, ['guilds', 'list', '--json'])
  expect([cli.code, JSON.parse(cli.err)]).toMatchObject([1, { code: 'unavailable' }])
  for (const said of [(failure as Error).message, cli.err, cli.out]) expect(said).not.toContain('hidden')
  await folder.remove()
})

test('V8 takes the code that the build saved', () => {
  const script = `
    const { readFileSync } = require('node:fs')
    const path = 'build/server/index.cjs'
    const { cachedDataRejected } = new (require('node:vm').Script)(readFileSync(path, 'utf8'), {
      cachedData: readFileSync(path + '.code'),
    })
    process.exitCode = cachedDataRejected === false ? 0 : 1`
  expect(spawnSync(process.execPath, ['--input-type=commonjs', '--eval', script]).status).toBe(0)
})

describe('while a server runs', () => {
  let env: Env
  let server: RunningServer
  let remove: () => Promise<void>
  beforeAll(async () => {
    const folder = await dataFolder()
    remove = folder.remove
    // Only a few pages, because all of them would be rendered.
    const content = join(folder.path, 'content')
    for (const path of ['site.yaml', 'pages', 'docs/introduction.mdx'])
      await cp(join('content', path), join(content, path), { recursive: true })
    env = {
      DATA_DIR: folder.path,
      SITE_URL: 'https://bots.example',
      CONTENT_DIR: content,
      PRERENDER: 'on',
    }
    server = await startServer(env)
  })
  afterAll(async () => {
    await server.stop()
    await remove()
  })

  test('a port that is taken is said, with exit code 1', async () => {
    const folder = await temporaryFolder()
    const failure = await startServer({ DATA_DIR: folder.path, PORT: new URL(server.url).port }).catch(
      (error: Error) => error,
    )
    expect((failure as Error).message).toMatch(
      /ended with 1[\s\S]*cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/,
    )
    await folder.remove()
  })

  test('pages and then their share images are made in advance', async () => {
    const images = () => readdir(join(env.DATA_DIR!, 'cache', 'share')).catch(() => [])
    await expect.poll(async () => (await images()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  })

  test('SITE_URL is the origin of every absolute address', async () => {
    const get = client({ name: '', url: server.url, env: {}, setup: '' })
    expect(await (await get('/sitemap.xml')).text()).toContain('<loc>https://bots.example/docs</loc>')
    expect(await (await get('/about.md')).text()).toContain('canonical_url: "https://bots.example/about"')
  })

  test('the command line shows its usage, refuses by exit code, and runs beside a server', async () => {
    const help = await runCli(env, ['--help'])
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('keys create')])
    expect(await cli(env, ['keys', 'create', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--scopes'),
    })
    expect(await runCli(env, ['nonsense'])).toMatchObject({ code: 2 })
    expect(await cli(env, ['guilds', 'add', '--id', 'x', '--name', 'y'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('id'),
    })
    const missing = await cli(env, ['keys', 'revoke', '--id', 'ABCDEFGH', '--json'])
    expect(missing.code).toBe(1)
    expect(JSON.parse(missing.err)).toMatchObject({ code: 'not_found', error: expect.any(String) })
  })

  test('what a visitor does wrong is answered and does not fill the log', async () => {
    const statuses = []
    for (const [method, path] of [
      ['PUT', '/about'],
      ['POST', '/docs'],
      ['GET', '/nothing'],
    ]) {
      statuses.push((await fetch(server.url + path, { method: method! })).status)
    }
    expect(statuses).toEqual([405, 405, 404])
    // Until its end, when the log is written whole.
    await server.stop()
    expect(server.output()).not.toContain('"level":50')
  })
})
