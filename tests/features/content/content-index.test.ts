import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pageOfEntries } from '#app/features/content/content.server.ts'
import { openContentIndex, type ContentIndex } from '#app/features/content/store/content-index.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { refusalOf } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let library: ContentIndex

beforeEach(async () => {
  folder = await temporaryFolder()
  for (const name of ['pages', 'docs', 'blog', 'skills']) await mkdir(join(folder.path, name))
  await page('pages/index', 'Home')
  library = openContentIndex({
    contentDir: folder.path,
    shelves: { built: null, cache: null },
    version: 'test',
    log: { warn: () => {} },
    kit: referenceKit,
  })
})
afterEach(async () => {
  await library.close()
  await folder.remove()
})

const about = 'A description that is long enough to be taken.'
const write = (name: string, text: string) => writeFile(join(folder.path, `${name}.mdx`), text)
const page = (name: string, title: string, body = 'Words.', more = '') =>
  write(
    name,
    `---\ntitle: "${title}"\ndescription: "${about}"\nupdated: "2026-01-01"\n${more}---\n\n${body}\n`,
  )
const post = (slug: string, published: string, tags: string[] = []) =>
  page(
    `blog/${slug}`,
    slug,
    'Words.',
    `published: "${published}"\nauthor: "Ada"\ntags: [${tags.join(', ')}]\n`,
  )

const found = async (q: string) => (await library.search(q, { limit: 10 })).results.map(({ path }) => path)

test('a library that was never read says so', () => {
  expect(() => library.entries).toThrow('the content has not been read')
})

test('content is read again only when a file changes, and the digest identifies it', async () => {
  expect(await library.reload()).toBe(true)
  const { digest } = library
  expect(await library.reload()).toBe(false)
  expect(library.digest).toBe(digest)
  await page('pages/index', 'Home again')
  expect(await library.reload()).toBe(true)
  expect(library.digest).not.toBe(digest)
  expect(library.find('/')?.title).toBe('Home again')
  await page('pages/index', 'Home')
  await library.reload()
  expect(library.digest).toBe(digest)
})

test('a wrong file is told with file, line and reason, and what was read before stays', async () => {
  await library.reload()
  await page('pages/about', 'About', 'Words.', 'colour: "red"\n')
  await write('pages/terms', 'no front matter')
  const reason = await library.reload().catch((error: Error) => error.message)
  expect(reason).toBe(
    'content/pages/about.mdx:5: colour is not a known field\n' +
      'content/pages/terms.mdx:1: begin the file with front matter between two lines of ---',
  )
  expect(library.find('/')?.title).toBe('Home')
  expect(library.find('/about')).toBeUndefined()
})

test('a page cannot use an address of the service or of another page', async () => {
  await page('pages/share', 'Share')
  await page('pages/sitemap', 'Sitemap')
  await page('pages/twice', 'Twice')
  await cp(join(folder.path, 'pages/twice.mdx'), join(folder.path, 'pages/twice.md'))
  const reason = await library.reload().catch((error: Error) => error.message)
  expect(reason).toBe(
    'content/pages/share.mdx:1: the path /share is reserved by the service: choose another slug\n' +
      'content/pages/sitemap.mdx:1: the path /sitemap is reserved by the service: choose another slug\n' +
      'content/pages/twice.mdx:1: the path /twice is already used by pages/twice.md: rename one of the files',
  )
})

test('a folder that is not there is wrong content too, not an empty site', async () => {
  await rm(folder.path, { recursive: true })
  await expect(library.reload()).rejects.toThrow(`there is no folder ${folder.path}`)
})

test('the search follows what was added, changed and removed', async () => {
  await page('pages/harbour', 'Harbour', 'Where the lighthouse stands.')
  await library.reload()
  expect(await found('lighthouse')).toEqual(['/harbour'])
  await page('pages/harbour', 'Harbour', 'Where the cranes stand.')
  await page('pages/meadow', 'Meadow', 'The lighthouse is far from here.')
  await library.reload()
  expect(await found('lighthouse')).toEqual(['/meadow'])
  expect(await found('cranes')).toEqual(['/harbour'])
  await rm(join(folder.path, 'pages/meadow.mdx'))
  await library.reload()
  expect(await found('lighthouse')).toEqual([])
})

test('every word must match, and typos and partial matches count only if nothing does', async () => {
  await page('pages/one', 'One', 'A copper bridge over the canyon.')
  await page('pages/two', 'Two', 'A copper kettle in the garden.')
  await library.reload()
  expect(await found('copper bridge')).toEqual(['/one'])
  expect((await found('cop')).sort()).toEqual(['/one', '/two'])
  expect(await found('ketle')).toEqual(['/two'])
  expect((await found('bridge kettle')).sort()).toEqual(['/one', '/two'])
})

test('the search comes back when its thread is gone', async () => {
  await page('pages/harbour', 'Harbour', 'Where the lighthouse stands.')
  await library.reload()
  expect(await found('lighthouse')).toEqual(['/harbour'])
  await library.close()
  expect(await found('lighthouse')).toEqual(['/harbour'])
})

test('posts come newest first, twenty a page, and a page that is not there is refused', async () => {
  for (let at = 0; at < 25; at++)
    await post(`p-${at}`, `2026-01-${String(at + 1).padStart(2, '0')}`, at % 5 ? [] : ['five'])
  await library.reload()
  const read = (value: string | null, tag?: string) =>
    pageOfEntries({ contentIndex: library }, { type: 'post', tag, page: value })
  const first = await read(null)
  expect([first.entries[0]?.slug, first.entries.length, first.pages]).toEqual(['p-24', 20, 2])
  const second = await read('2')
  expect([second.entries.at(-1)?.slug, second.entries.length, second.number]).toEqual(['p-0', 5, 2])
  expect((await read('1', 'five')).entries.map(({ slug }) => slug)).toEqual([
    'p-20',
    'p-15',
    'p-10',
    'p-5',
    'p-0',
  ])
  for (const wrong of ['0', '3', '-1', '1.5', '01', 'x', '', '9999999999']) {
    expect([wrong, (await refusalOf(() => read(wrong))).status]).toEqual([wrong, 404])
  }
})

const doc = (slug: string, more = '') =>
  page(`docs/${slug}`, slug, 'Words.', `section: "Site"\norder: 1\n${more}`)

test('a former slug redirects to its document, also when the CMS overrides the file', async () => {
  await doc('now', 'aliases: ["before", "earlier"]\n')
  await library.reload()
  expect(['/docs/before', '/docs/earlier'].map(library.redirectOf)).toEqual(['/docs/now', '/docs/now'])
  const entry = { ...library.find('/docs/now')!, aliases: undefined, isWritten: true as const }
  library.take({ written: [{ id: '1', shown: { path: entry.path, entry } }] })
  expect(library.redirectOf('/docs/before')).toBe('/docs/now')
  library.take({ written: [], redirects: new Map([['/docs/before', '/']]) })
  expect(library.redirectOf('/docs/before')).toBe('/')
})

test('a document at an alias is shown, and a hidden document has no aliases', async () => {
  await doc('now', 'aliases: ["before"]\n')
  await library.reload()
  const entry = { ...library.find('/docs/now')!, path: '/docs/before', slug: 'before' }
  library.take({ written: [{ id: '1', shown: { path: entry.path, entry } }] })
  expect(library.redirectOf('/docs/before')).toBeUndefined()
  library.take({
    written: [
      { id: '1', shown: null },
      { id: '2', shown: { path: '/docs/now', entry: null } },
    ],
  })
  expect(library.redirectOf('/docs/before')).toBeUndefined()
})

test('a changed alias of a file that the CMS overrides changes the digest', async () => {
  await doc('now', 'aliases: ["before"]\n')
  await library.reload()
  const entry = { ...library.find('/docs/now')!, aliases: undefined, isWritten: true as const }
  library.take({ written: [{ id: '1', shown: { path: entry.path, entry } }] })
  const { digest } = library
  await doc('now', 'aliases: ["earlier"]\n')
  expect(await library.reload()).toBe(true)
  expect(library.digest).not.toBe(digest)
  expect(['/docs/before', '/docs/earlier'].map(library.redirectOf)).toEqual([undefined, '/docs/now'])
})

test('an alias that is used already is a problem with its file and line', async () => {
  await doc('one', 'aliases: ["two", "three"]\n')
  await doc('two')
  await doc('four', 'aliases:\n  - three-more\n  - three\n')
  const { message } = (await library.reload().catch((error: unknown) => error)) as Error
  expect(message.split('\n')).toEqual([
    'content/docs/one.mdx:7: the alias two is already used by docs/two.mdx: use a different alias',
    'content/docs/one.mdx:7: the alias three is already used by docs/four.mdx: use a different alias',
  ])
})
