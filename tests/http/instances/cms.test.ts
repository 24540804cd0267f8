import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { client, json, signInAs } from '#tests/support/http/client.ts'
import { entryWith } from '#tests/support/db/cms.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { startServer, type Env } from '#tests/support/http/server.ts'

type Entry = { id: string; slug: string; version: number; status: string; path: string; body: string }
type Body = { entry: Entry; current?: { version: number }; yours?: Entry; theirs?: Entry; url?: string }

/** With SQLite there is one instance; else two, of which one is written to and the other one read. */
describe.each(engineNames)('%s', (name) => {
  const undo: (() => Promise<unknown>)[] = []
  let writing: Parameters<typeof signInAs>[0]
  let reading: { url: string }
  let Cookie: string

  beforeAll(async () => {
    const engine = await openEngine(name)
    const env: Env = { ...engine.env, RATE_LIMITS: 'off' }
    const first = await startServer(env)
    writing = { ...first, name, setup: '' }
    Cookie = await signInAs(writing, 'editor')
    const second = name.startsWith('postgres') ? await startServer({ ...env, EXPECT_USERS: '1' }) : first
    reading = second
    if (second !== first) undo.push(second.stop)
    undo.push(first.stop, engine.remove)
  })
  afterAll(async () => {
    for (const step of undo) await step()
  })

  const call = async (
    method: string,
    path: string,
    { version, body }: { version?: number; body?: unknown } = {},
  ) => {
    const headers: Record<string, string> = { Cookie }
    if (version !== undefined) headers['If-Match'] = `"v${version}"`
    const init = body === undefined ? { headers } : json(body, headers)
    const response = await client(writing)(path, { ...init, method })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
  const make = async (over: Record<string, unknown> = {}, type: 'page' | 'post' | 'doc' = 'page') =>
    (await call('POST', `/api/cms/${type}`, { body: entryWith(type, over) })).body.entry
  const act = (verb: string, { id, version }: Entry, type = 'page') =>
    call('POST', `/api/cms/${type}/${id}/${verb}`, { version })
  const read = (path: string, Accept = 'text/markdown') =>
    fetch(reading.url + path, { headers: { Accept }, redirect: 'manual' })

  test('a new name of the site is on every page of another instance at once', async () => {
    const admin = await signInAs(writing, 'admin')
    const paths = ['/', '/about', '/docs', '/blog', '/sitemap.md', '/feed.xml', '/llms.txt', '/missing']
    const texts = () => Promise.all(paths.map(async (path) => (await read(path, 'text/html, */*')).text()))
    for (const text of await texts()) expect(text).not.toContain('Lanternhouse')
    const headers = { Cookie: admin, 'If-Match': '"v0"' }
    const body = json({ settings: { name: 'Lanternhouse' } }, headers)
    const saved = await client(writing)('/api/site-settings', { ...body, method: 'PUT' })
    expect([saved.status, saved.headers.get('ETag')]).toEqual([200, '"v1"'])
    await vi.waitFor(
      async () => {
        for (const text of await texts()) expect(text).toContain('Lanternhouse')
      },
      { timeout: 5_000, interval: 10 },
    )
    await client(writing)('/api/site-settings', {
      ...json({ settings: { name: null } }, { Cookie: admin, 'If-Match': '"v1"' }),
      method: 'PUT',
    })
    await vi.waitFor(async () => expect(await (await read('/about')).text()).not.toContain('Lanternhouse'), {
      timeout: 5_000,
      interval: 10,
    })
  })

  test('an entry published on one instance is read on another in every representation', async () => {
    const made = await make({ title: 'The lighthouse', body: 'It stands on *basalt*.\n' }, 'post')
    expect((await read(made.path)).status).toBe(404)
    const published = await act('publish', made, 'post')
    expect(published.headers.get('ETag')).toBe('"v2"')
    await vi.waitFor(async () => expect((await read(made.path)).status).toBe(200), {
      timeout: 5_000,
      interval: 10,
    })
    expect(await (await read(made.path)).text()).toContain('It stands on *basalt*.')
    const html = await (await read(made.path, 'text/html')).text()
    expect(html).toContain('<p>It stands on <em>basalt</em>.</p>')
    const found = (await (await fetch(`${reading.url}/api/search?q=basalt`)).json()) as { total: number }
    expect(found.total).toBe(1)
    for (const path of ['/sitemap.xml', '/feed.xml', '/llms.txt']) {
      expect([path, (await (await read(path)).text()).includes(made.path)]).toEqual([path, true])
    }
  })

  test('a page that moved leads on from its old address and its old twin', async () => {
    const made = await make()
    const live = (await act('publish', made)).body.entry
    const slug = `${live.slug}-moved`
    const { id, version } = live
    const saved = await call('PUT', `/api/cms/page/${id}`, { version, body: entryWith('page', { slug }) })
    expect(saved.status).toBe(200)
    expect((await read(made.path)).status).toBe(200)
    await act('publish', saved.body.entry)
    const moved = async (path: string) => {
      const { status, headers } = await read(path)
      return [status, headers.get('Location')]
    }
    await vi.waitFor(async () => expect(await moved(made.path)).toEqual([308, `/${slug}`]), 5_000)
    expect(await moved(`${made.path}.md?x=1`)).toEqual([308, `/${slug}.md?x=1`])
    expect((await read(`/${slug}`)).status).toBe(200)
  })

  test('writes want the version: without it 428, with an old one 412 and both texts', async () => {
    const made = await make({ body: 'Mine.' })
    const path = `/api/cms/page/${made.id}`
    const input = { slug: made.slug, title: made.slug }
    expect((await call('PUT', path, { body: input })).status).toBe(428)
    expect((await act('publish', { ...made, version: 7 })).status).toBe(412)
    const theirs = await call('PUT', path, { version: 1, body: { ...input, body: 'Theirs.' } })
    expect(theirs.status).toBe(200)
    const late = await call('PUT', path, { version: 1, body: { ...input, body: 'Mine again.' } })
    expect([late.status, late.headers.get('ETag')]).toEqual([412, '"v2"'])
    expect(late.body).toMatchObject({
      current: { version: 2, updated_by: 'Grace' },
      yours: { body: 'Mine again.' },
      theirs: { body: 'Theirs.', version: 2 },
    })
  })

  test('one of twenty concurrent writers over HTTP wins, the others get their text back', async () => {
    const made = await make()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call('PUT', `/api/cms/page/${made.id}`, {
          version: 1,
          body: { slug: made.slug, title: 'Contested', body: `Writer ${at}.` },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const [at, { status, body }] of answers.entries())
      if (status !== 200) expect([status, body.yours?.body]).toEqual([412, `Writer ${at}.`])
  })

  test('a preview link opens without an account, for nobody’s index', async () => {
    const made = await make({ body: 'Not yet.' })
    const { body } = await call('POST', `/api/cms/page/${made.id}/preview`)
    const page = await read(new URL(body.url!).pathname, 'text/html')
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const html = await page.text()
    expect(html).toContain('<p>Not yet.</p>')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect((await read('/preview/nothing', 'text/html')).status).toBe(404)
  })

  test('the editor’s preview may be framed by this site alone, and nothing else at all', async () => {
    const made = await make({ body: 'A look.' })
    const open = async (path: string) =>
      (await client(writing)(path, { headers: { Cookie } })).headers.get('Content-Security-Policy')
    expect(await open(`/admin/content/page/${made.id}/look`)).toContain("frame-ancestors 'self'")
    expect(await open(`/admin/content/page/${made.id}`)).toContain("frame-ancestors 'none'")
    const page = await client(writing)(`/admin/content/page/${made.id}/look`, { headers: { Cookie } })
    const html = await page.text()
    expect(html).toContain('<p>A look.</p>')
    expect(html).not.toContain('<script src')
  })

  test('without a script, an entry is begun, saved, published and deleted by forms', async () => {
    const post = async (path: string, fields: Record<string, string>) => {
      const headers = { Cookie, 'Content-Type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams(fields).toString()
      const answer = await client(writing)(path, { method: 'POST', headers, body, redirect: 'manual' })
      return { status: answer.status, to: answer.headers.get('Location') ?? '', html: await answer.text() }
    }
    const begun = await post('/admin/content/new', {
      intent: 'begin',
      type: 'page',
      title: 'Über uns!',
      slug: '',
    })
    const home = begun.to
    expect(home).toMatch(/^\/admin\/content\/page\/\w+$/)
    const fields = { slug: 'uber-uns', title: 'Über uns', description: 'Too short.', body: 'Words.\r\n' }
    const refused = await post(home, { intent: 'publish', version: '1', ...fields })
    expect([refused.status, refused.html.includes('Use 40 to 200 characters.')]).toEqual([400, true])
    expect(refused.html).toMatch(/name="version" value="2"/)
    const long = { ...fields, description: 'Who we are, what we do, and how you find us in town.' }
    const done = await post(home, { intent: 'publish', version: '2', ...long })
    expect(done.status).toBe(302)
    expect(done.to).toMatch(/\?done=published&undo=draft\*{6}[0-9a-f]{32}$/)
    await vi.waitFor(async () => expect((await read('/uber-uns')).status).toBe(200), 5_000)
    const late = await post(home, { intent: 'save', version: '2', ...long, body: 'Mine.' })
    expect(late.status).toBe(412)
    expect(late.html).toContain('A newer version was saved after you opened this entry')
    expect(late.html).toContain('Newer version')
    const gone = await post(home, { intent: 'delete', version: '4', sure: 'yes' })
    expect(gone.to).toMatch(/^\/admin\/content\?deleted=/)
    await vi.waitFor(async () => expect((await read('/uber-uns')).status).toBe(404), 5_000)
  })
})
