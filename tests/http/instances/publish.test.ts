import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import {
  cliJson,
  cli,
  startServer,
  temporaryFolder,
  type Env,
  type RunningServer,
} from '#tests/support/http/server.ts'

/** Several commands start one after the other. */
const LONG = { timeout: 90_000 }

/** With SQLite, one instance and the command line are the two processes; else there are two instances. */
describe.each(engineNames)('%s', (name) => {
  const undo: (() => Promise<unknown>)[] = []
  let servers: RunningServer[]
  let env: Env
  let file: string

  beforeAll(async () => {
    const engine = await openEngine(name)
    const folder = await temporaryFolder()
    const content = join(folder.path, 'content')
    await cp('content', content, { recursive: true })
    file = join(content, 'pages', 'about.mdx')
    env = {
      ...engine.env,
      CONTENT_DIR: content,
      SITE_URL: 'https://signpost.example',
      RATE_LIMITS: 'off',
    }
    servers = [await startServer(env)]
    if (name.startsWith('postgres')) servers.push(await startServer({ ...env, EXPECT_USERS: '1' }))
    undo.push(...servers.map(({ stop }) => stop), engine.remove, folder.remove)
  })
  afterAll(async () => {
    for (const step of undo) await step()
  })

  const edit = async (from: string, to: string) =>
    writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
  const read = (server: RunningServer, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/about`, { headers: { Accept: 'text/markdown', ...headers } })

  test('a change is shown by every instance within five seconds, with new entity tags', async () => {
    const tags = await Promise.all(servers.map(async (server) => (await read(server)).headers.get('ETag')!))
    await edit('\n---\n', '\n---\n\nThe ferry leaves at nine.\n')
    for (const [at, server] of servers.entries()) {
      expect((await read(server, { 'If-None-Match': tags[at]! })).status).toBe(304)
    }
    await cliJson(env, ['content', 'publish'])
    const started = Date.now()
    for (const [at, server] of servers.entries()) {
      await vi.waitFor(
        async () => {
          const answer = await read(server, { 'If-None-Match': tags[at]! })
          expect(answer.status).toBe(200)
          expect(await answer.text()).toContain('The ferry leaves at nine.')
        },
        { timeout: 5_000, interval: 10 },
      )
      const found = await fetch(`${server.url}/api/search?q=ferry`)
      expect(((await found.json()) as { total: number }).total).toBe(1)
    }
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  test('invalid content is not published, and the command names file, line and reason', LONG, async () => {
    const before = await read(servers[0]!)
    const source = await readFile(file, 'utf8')
    for (const [from, to, reason] of [
      [/updated: ".*"/, 'updated: "soon"', /^content\/pages\/about\.mdx:4: updated: Enter a date such as/m],
      ['The ferry leaves', 'The <Ferry> leaves', /^content\/pages\/about\.mdx:\d+: /m],
    ] as const) {
      await writeFile(file, source.replace(from, to))
      for (const command of ['check', 'publish']) {
        const { code, err } = await cli(env, ['content', command])
        expect([command, code]).toEqual([command, 1])
        expect(err).toMatch(reason)
      }
    }
    const after = await read(servers[0]!, { 'If-None-Match': before.headers.get('ETag')! })
    expect(after.status).toBe(304)
    await writeFile(file, source)
  })

  test('entity tags are the same on every instance and after a restart', async () => {
    const tag = (await read(servers[0]!)).headers.get('ETag')!
    const another = await startServer({ ...env, EXPECT_USERS: '1' })
    try {
      for (const server of [...servers, another]) {
        expect((await read(server, { 'If-None-Match': tag })).status).toBe(304)
      }
    } finally {
      await another.stop()
    }
  })
})
