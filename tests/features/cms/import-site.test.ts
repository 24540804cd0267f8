import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { createRedirect } from '#app/features/content/store/redirects.server.ts'
import { importEntries } from '#app/features/cms/import/entry-files.server.ts'
import { importSite } from '#app/features/cms/import/import.server.ts'
import { siteFormats, type ImportReport } from '#app/features/cms/import/schema.ts'
import { listCmsEntries, readCmsEntry } from '#app/features/cms/entries.server.ts'
import { readImage } from '#app/features/media/serve.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'
import { zipOf, zipOfSite } from '#tests/support/sites/sites.ts'

/** What each sample site has: entries, those that its readers saw, images and redirects. */
const samples = {
  ghost: { entries: 4, published: 2, images: 2, redirects: 1 },
  wordpress: { entries: 4, published: 2, images: 2, redirects: 1 },
  hugo: { entries: 6, published: 5, images: 2, redirects: 4 },
  docusaurus: { entries: 5, published: 5, images: 2, redirects: 1 },
  jekyll: { entries: 4, published: 3, images: 1, redirects: 5 },
  astro: { entries: 3, published: 2, images: 1, redirects: 0 },
}

describe.each(engineNames)('%s', (engine) => {
  describe.each(Object.entries(samples))('%s', (name, sample) => {
    let it: TestApp
    let editor: Context
    let tried: ImportReport
    beforeAll(async () => {
      it = await openTestApp(engine, { CONTENT_DIR: 'tests/support/sites/empty' })
      editor = (await signedIn(it, await aUser(it, { role: 'editor' }))).ctx
    })
    afterAll(() => it.close())
    const run = async (dryRun: boolean, digest?: string) =>
      importSite(editor, { file: await zipOfSite(name), publish: true, dryRun, digest })

    test('trying reports everything and stores nothing', async () => {
      tried = await run(true)
      expect(tried).toMatchObject({ format: name, dry_run: true })
      expect(tried.counts).toMatchObject({
        created: sample.entries,
        published: sample.published,
        images: sample.images,
        redirects: sample.redirects,
        refused: 0,
      })
      expect((await listCmsEntries(editor, { limit: 1, offset: 0 })).total).toBe(0)
    })

    test('the import stores what was tried: entries, images and redirects', async () => {
      const done = await run(false, tried.digest)
      expect(done.counts).toEqual(tried.counts)
      for (const { id, type, path, publishes } of done.entries) {
        const entry = await readCmsEntry(editor, { type, id: id! })
        expect([path, entry.status]).toEqual([path, publishes ? 'published' : 'draft'])
        expect(entry.body).not.toMatch(/\/media\/import\/|<script|javascript:|onclick/i)
        for (const [image] of entry.body.matchAll(/\/media\/[0-9a-f]{32}-\d+x\d+\.\w+/g))
          expect((await readImage(editor, { path: image })).bytes.length).toBeGreaterThan(0)
      }
      for (const { from, to, note } of done.redirects)
        if (!note) expect(it.app.contentIndex.redirectOf(from)).toBe(to)
      for (const { url } of done.images) expect(url).toMatch(/^\/media\//)
    })

    test('a second import changes nothing', async () => {
      const again = await run(false)
      expect(again.counts).toMatchObject({ created: 0, changed: 0, images: 0, unchanged: sample.entries })
      expect((await listCmsEntries(editor, { limit: 1, offset: 0 })).total).toBe(sample.entries)
    })
  })
})

describe('refusals', () => {
  let it: TestApp
  let editor: Context
  beforeAll(async () => {
    it = await openTestApp(engineNames[0]!)
    editor = (await signedIn(it, await aUser(it, { role: 'editor' }))).ctx
  })
  afterAll(() => it.close())
  const attempt = (bytes: Buffer, name = 'site.zip') =>
    refusalOf(() => importSite(it.ctx(), { file: { name, bytes }, publish: false, dryRun: true }))
  const zip = (files: Record<string, string>) =>
    zipOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))).bytes

  test('only editors import, and only what was tried', async () => {
    const file = await zipOfSite('jekyll')
    const member = it.ctx(userWith('member'))
    const refused = await refusalOf(() => importSite(member, { file, publish: false, dryRun: true }))
    expect(refused.code).toBe('forbidden')
    const other = { file, publish: false, dryRun: false, digest: '0'.repeat(32) }
    expect((await refusalOf(() => importSite(it.ctx(), other))).code).toBe('conflict')
  })

  test('each person has one import, and a closed connection frees its place', async () => {
    const file = await zipOfSite('jekyll')
    const as = (id: string, signal?: AbortSignal) =>
      importSite(it.ctx({ ...(userWith('editor') as Extract<Actor, { kind: 'user' }>), userId: id }), {
        ...{ file, publish: false, dryRun: true, signal },
      })
    const [running, waiting] = [new AbortController(), new AbortController()]
    const closed = [
      refusalOf(() => as('eve', running.signal)),
      ...['bob', 'cem', 'dan'].map((id) => refusalOf(() => as(id, waiting.signal))),
    ]
    expect(await refusalOf(() => as('eve'))).toMatchObject({
      status: 503,
      message: 'Your previous import is still in progress. Try again in a minute.',
    })
    expect((await refusalOf(() => as('ada'))).message).toContain('Too many imports')
    waiting.abort()
    await Promise.all(closed.slice(1))
    const next = as('ada')
    running.abort()
    for (const refusal of closed) expect((await refusal).message).toContain('closed the connection')
    expect(await next).toMatchObject({ format: 'jekyll' })
    expect((await refusalOf(() => as('eve', running.signal))).code).toBe('request_timeout')
    expect(await as('eve')).toMatchObject({ format: 'jekyll' })
  })

  test('every format has a name', () => {
    expect(siteFormats).toEqual(expect.arrayContaining(Object.keys(samples)))
  })

  test.each([
    ['a path that leaves the folder', () => zip({ '../../etc/passwd.md': 'x', 'a.md': 'x' })],
    ['an absolute path', () => zip({ '/etc/a.md': 'x', 'b.md': 'y' })],
    ['a file that unpacks to a multiple of its size', () => zip({ 'a.md': ' '.repeat(40_000_000) })],
    [
      'more files than allowed',
      () => zip(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`${n}.md`, 'x']))),
    ],
    ['a broken archive', () => Buffer.concat([zip({ 'a.md': 'x' }).subarray(0, 40), Buffer.alloc(50)])],
    ['nothing', () => Buffer.alloc(0)],
    ['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('%s is refused', async (_name, bytes) => {
    const refused = await attempt(bytes())
    expect([refused.status, refused.message]).toEqual([400, expect.stringMatching(/\w\.$/)])
  })

  test('errors of the ZIP reader are replaced', async () => {
    const whole = zip({ 'a.md': '---\ntitle: A\n---\n\nText.\n' })
    const flipped = Buffer.from(whole).fill(0xff, 34, 36)
    const messages: string[] = []
    for (const bytes of [whole.subarray(0, 60), flipped, zip({ '/etc/a.md': 'x' })])
      messages.push((await attempt(bytes)).message)
    expect(messages).toEqual([
      'The ZIP archive is damaged or incomplete. Create the archive again.',
      'a.md: The file is damaged or uses an unsupported compression. Create the archive again with standard compression (Deflate).',
      'The ZIP archive contains an absolute path, or a path with “..” or a backslash. Create the archive again with relative paths.',
    ])
  })

  test('a file of another type is refused, with the accepted types', async () => {
    const { message } = await attempt(Buffer.from('Words.'), 'notes.txt')
    expect(message).toMatch(/Select a JSON file .*, an XML file .*, a Markdown file .*, or a ZIP archive/)
    const files = [{ name: 'notes.txt', text: 'Words.' }]
    const [{ issues } = { issues: [] }] = await importEntries(editor, { type: 'post', files })
    expect(issues.map((one) => one.message)).toEqual([
      expect.stringMatching(/ not supported.* \.md or \.mdx/),
    ])
  })

  test('an old URL with a query is reported, and its path is not redirected', async () => {
    const post = { id: '1', title: 'Why', slug: 'why?', html: '<p>Text.</p>', status: 'published' }
    const ghost = { db: [{ meta: { version: '5.0.0' }, data: { posts: [post] } }] }
    const file = { name: 'ghost.json', bytes: Buffer.from(JSON.stringify(ghost)) }
    const { redirects } = await importSite(editor, { file, publish: true, dryRun: true })
    expect(redirects).toEqual([
      { from: '/why?/', to: '/blog/why', outcome: 'refused', note: expect.stringContaining('after “?”') },
    ])
  })

  test('text that looks like a tag stays text, and ends no import', async () => {
    const post = (title: string, html: string) => ({
      id: title,
      title,
      slug: title,
      html,
      status: 'published',
    })
    const ghost = {
      db: [
        {
          meta: { version: '5.0.0' },
          data: {
            posts: [
              post('one', '<p>Write to <john@example.com>, or <b,c>.</p>'),
              post('two', '<p>if a<b&&c then</p><p>x <foo"bar> <x-y z"a=1>q</x-y></p>'),
            ],
          },
        },
      ],
    }
    const file = { name: 'ghost.json', bytes: Buffer.from(JSON.stringify(ghost)) }
    const { entries } = await importSite(editor, { file, publish: false, dryRun: false })
    const bodies = await Promise.all(
      entries.map(async ({ id }) => (await readCmsEntry(editor, { type: 'post', id: id! })).body),
    )
    expect(bodies[0]).toContain('(mailto:john@example.com)>, or \\<b,c>.')
    expect(bodies[1]).toContain('if a\\<b&\\&c then')
    expect(bodies[1]).toMatch(/q$/m)
  })

  test('a redirect needs its entry, and a draft takes no redirect from a page', async () => {
    const page = (slug: string, body: string) =>
      `---\ntitle: ${slug}\npermalink: /old-${slug}/\n---\n\n${body}\n`
    const bytes = zip({
      '_config.yml': 'title: Old',
      '_posts/2026-01-01-deep.md': page('deep', '<div>'.repeat(12_000)),
      '_posts/2026-01-02-fine.md': page('fine', 'Text.'),
      '_posts/2026-01-03-new.md': page('new', 'Text <b,c>.\n\n<p>if a<b&&c then</p>'),
    })
    await createRedirect(editor, { from: '/old-fine', to: '/about' })
    const file = { name: 'site.zip', bytes }
    const { redirects } = await importSite(editor, { file, publish: false, dryRun: false })
    expect(redirects).toMatchObject([
      { from: '/old-deep', outcome: 'refused' },
      { from: '/old-fine', outcome: 'refused', note: expect.stringContaining('/about remains') },
      { from: '/old-new', to: '/blog/new', outcome: 'created' },
    ])
    expect(it.app.contentIndex.redirectOf('/old-fine')).toBe('/about')
    const done = await importSite(editor, { file, publish: true, dryRun: false })
    expect(done.redirects[1]).toMatchObject({ outcome: 'changed', to: '/blog/fine' })
  })

  test('XML with entities and JSON that is too deep are refused', async () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`
    expect((await attempt(Buffer.from(laughs), 'export.xml')).status).toBe(400)
    const deep = `{"db":[{"meta":{},"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`
    expect((await attempt(Buffer.from(deep), 'ghost.json')).status).toBe(400)
  })
})
