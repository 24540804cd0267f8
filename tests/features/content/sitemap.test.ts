import type { LoaderFunctionArgs } from '@remix-run/node'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryPages, validateXML } from 'xmllint-wasm'
import { sitemapMarkdown, sitemapPart, sitemapXml } from '#app/features/content/discovery/sitemap.server.ts'
import { createRevisionCache } from '#app/platform/cache/revision-cache.ts'
import { createMetrics } from '#app/platform/log/metrics.server.ts'
import { loader } from '#app/routes/machine/sitemaps.$name.ts'
import { anEntry, entriesOf, publishing, SITE } from '#tests/support/db/content.ts'
import { refusalOf } from '#tests/support/factories.ts'

const schema = readFileSync('node_modules/sitemap/schema/sitemap.xsd', 'utf8')
const validate = (xml: string) =>
  validateXML({ xml, schema, initialMemoryPages: 256 * memoryPages.MiB, maxMemoryPages: memoryPages.GiB })

const read = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)].map(([, loc, lastmod]) => [
    loc!.replace(SITE, ''),
    lastmod,
  ])

test('a listing changes with the newest of what it lists', async () => {
  const xml = await sitemapXml(
    publishing([
      anEntry({ type: 'page', slug: 'about', updated: '2026-01-05' }),
      anEntry({ type: 'doc', slug: 'a', updated: '2026-02-01' }),
      anEntry({ type: 'doc', slug: 'b', updated: '2026-02-03' }),
      anEntry({ slug: 'c', updated: '2026-03-09', tags: ['x'] }),
      anEntry({ slug: 'd', updated: '2026-03-04', tags: ['x', 'y'] }),
    ]),
  )
  expect(read(xml)).toEqual([
    ['/about', '2026-01-05'],
    ['/blog', '2026-03-09'],
    ['/blog/c', '2026-03-09'],
    ['/blog/d', '2026-03-04'],
    ['/blog/tags/x', '2026-03-09'],
    ['/blog/tags/y', '2026-03-04'],
    ['/docs', '2026-02-03'],
    ['/docs/a', '2026-02-01'],
    ['/docs/b', '2026-02-03'],
  ])
  expect((await validate(xml)).errors).toEqual([])
})

test('the schema that the sitemap is held against refuses a wrong day', async () => {
  const xml = await sitemapXml(publishing([anEntry({ type: 'page', slug: 'a', updated: 'yesterday' })]))
  expect((await validate(xml)).valid).toBe(false)
})

/** With one in 500 of its addresses: the validator takes seconds for all of them. */
const shortened = (xml: string) => {
  let count = 0
  return xml.replaceAll(/<url>.*?<\/url>/gs, (one) => (count++ % 500 ? '' : one))
}

/** One page more than a file may name. */
const entries = entriesOf(50_001, (index) => ({
  type: 'page',
  slug: `p-${String(index).padStart(5, '0')}`,
  updated: index === 7 ? '2026-11-21' : index === 50_000 ? '2026-10-30' : '2026-10-01',
}))
const ctx = publishing(entries)

test('50,000 addresses are one file, and there are no parts', async () => {
  const fewer = publishing(entries.slice(1))
  const xml = await sitemapXml(fewer)
  expect(read(xml)).toHaveLength(50_000)
  expect((await validate(shortened(xml))).errors).toEqual([])
  expect(await refusalOf(() => sitemapPart(fewer, { name: '1.xml' }))).toMatchObject({ status: 404 })
})

test('past 50,000 it is an index of parts with every address once and its newest day', async () => {
  const index = await sitemapXml(ctx)
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(read(index)).toEqual([
    ['/sitemaps/1.xml', '2026-11-21'],
    ['/sitemaps/2.xml', '2026-10-30'],
  ])
  const parts = [await sitemapPart(ctx, { name: '1.xml' }), await sitemapPart(ctx, { name: '2.xml' })]
  for (const part of parts) expect((await validate(shortened(part))).errors).toEqual([])
  expect(parts.map((part) => read(part).length)).toEqual([50_000, 1])
  expect(parts.flatMap(read).map(([path]) => path)).toEqual(entries.map(({ path }) => path))
})

test.each(['0.xml', '3.xml', '01.xml', '1', '1.xml.gz', '-1.xml', '', '1e0.xml'])(
  'there is no part %s',
  async (name) => {
    expect(await refusalOf(() => sitemapPart(ctx, { name }))).toMatchObject({ status: 404 })
  },
)

test('the route of the parts finds them by their file name', async () => {
  const get = async (name: string) => {
    const app = { ...ctx, revisionCache: createRevisionCache(), metrics: createMetrics() }
    const request = new Request(`${SITE}/sitemaps/${name}`)
    const args = { request, params: { name }, context: { app, facts: { requestId: 'r' } } }
    return loader(args as unknown as LoaderFunctionArgs)
  }
  const second = await get('2.xml')
  expect([second.status, second.headers.get('Content-Type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(await second.text()).toContain(`<loc>${SITE}/p-50000</loc>`)
  expect((await get('3.xml')).status).toBe(404)
})

test('addresses are escaped', async () => {
  const xml = await sitemapXml(publishing([anEntry({ slug: 'a', path: '/a?b=1&c=<d>' })]))
  expect(xml).toContain(`<loc>${SITE}/a?b=1&amp;c=%3Cd%3E</loc>`)
})

test('the Markdown sitemap names every page by kind with its day, whatever its title', async () => {
  const text = await sitemapMarkdown(
    publishing([
      anEntry({ type: 'page', slug: 'index', title: 'Home' }),
      anEntry({ type: 'doc', slug: 'z', section: 'API', title: 'Last' }),
      anEntry({ type: 'doc', slug: 'a', section: 'Get started', title: 'First' }),
      anEntry({ slug: 'post', title: 'On [brackets]', description: 'Two\nlines.', tags: ['x'] }),
    ]),
  )
  expect(text).toMatch(/^# Sitemap of Signpost\n\n> All 7 public pages of https:\/\/site\.example/)
  expect(text.match(/^#{2,3} .+$/gm)).toEqual([
    '## Pages',
    '## Documentation',
    '### Get started',
    '### API',
    '## Blog',
    '### Tags',
  ])
  expect(text).toContain('- [On \\[brackets\\]](https://site.example/blog/post): Two lines. (2026-11-20)\n')
  expect([...text.matchAll(/\]\((.+?)\):/g)].map(([, url]) => url)).toEqual(
    ['/', '/docs', '/docs/a', '/docs/z', '/blog', '/blog/post', '/blog/tags/x'].map((path) => SITE + path),
  )
})
