import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitTitle } from '#app/features/content/og-image/design.server.tsx'
import { ogImage, ogImageOf, ogImageVersion } from '#app/features/content/og-image/og-image.server.tsx'
import { refusalOf } from '#tests/support/factories.ts'
import { aHome, anEntry, publishing, siteUrl, sizeOf } from '#tests/support/db/share.ts'
import { aSite } from '#tests/support/db/content.ts'
import type { SiteSettings } from '#app/site/identity.ts'
import { tries } from '#tests/support/depth.ts'

const drawAnew = (title: string, path = '/share/docs/markdown.png') =>
  ogImage(publishing([anEntry({ title }), aHome()]).ctx, { path })

/** Drawn once, whichever tests look at it. */
const drawn = new Map<string, Promise<Buffer>>()
function draw(title: string) {
  const image = drawn.get(title) ?? drawAnew(title)
  drawn.set(title, image)
  return image
}

test('an entry’s image is a unique 1200 by 630 PNG, the same bytes each time', async () => {
  const image = await draw('Markdown access')
  expect(sizeOf(image)).toEqual([1200, 630])
  expect(image.equals(await drawAnew('Markdown access'))).toBe(true)
  expect(image.equals(await drawAnew('Markdown access', '/share/index.png'))).toBe(false)
})

test.each([
  '/share/docs/other.png',
  '/share/docs/markdown',
  '/share/docs/markdown.png.png',
  '/share/.png',
  '/share/index',
  '/share',
  '/docs/markdown.png',
])('%s is no entry’s image', async (path) => {
  expect(await refusalOf(() => drawAnew('Title', path))).toMatchObject({ status: 404, code: 'not_found' })
})

test.each([
  'x',
  'How to run many instances of the service behind a balancer with PostgreSQL, Redis',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'WWWWWW '.repeat(40),
  'Тысяча страниц в секунду',
  'Đường phố Việt Nam — Łódź, Cafe\u0301',
  '日本語のタイトル',
  'العربية עברית हिन्दी ไทย',
  'Done 🙂 → next',
  '<b>&amp;</b> "quoted" \u202e\u0000',
])('the title %j becomes an image', async (title) => {
  expect(sizeOf(await draw(title))).toEqual([1200, 630])
})

test('a title no font can show is replaced by the address, other symbols are omitted', async () => {
  const address = await draw('/docs/markdown')
  expect(address.equals(await draw('日本語のタイトル'))).toBe(true)
  const done = await draw('Done')
  expect(done.equals(await draw('🙂Done'))).toBe(true)
  expect(done.equals(address)).toBe(false)
})

test('two spellings of one letter make one image', async () => {
  const composed = await draw('Caf\u00e9')
  expect(composed.equals(await draw('Cafe\u0301'))).toBe(true)
})

test('longer titles get smaller letters, and their lines always fit the image', () => {
  const sizes = [
    'Search',
    'Markdown access',
    'One page, two representations',
    'A word or two '.repeat(6),
  ].map((title) => fitTitle(title, 900).fontSize)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(new Set(sizes).size).toBeGreaterThan(2)
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (title) => {
      const { fontSize, lineClamp, maxWidth } = fitTitle(title, 900)
      expect(fontSize * lineClamp * 1.06).toBeLessThan(240)
      expect(lineClamp).toBeLessThanOrEqual(3)
      expect(maxWidth).toBeLessThanOrEqual(900)
    }),
    tries(),
  )
})

const at = (config = { siteUrl }, over: SiteSettings = {}) => {
  const { ctx } = publishing([])
  return { ...ctx, config, contentIndex: { ...ctx.contentIndex, site: aSite(over) } } as typeof ctx
}

test('the version of an image changes with what it shows and with nothing else', () => {
  const version = ogImageVersion(at(), anEntry())
  expect(version).toMatch(/^[0-9a-f]{12}$/)
  expect(ogImageVersion(at(), anEntry({ body: 'Other', description: 'Other', line: 9 }))).toBe(version)
  const others = [
    ogImageVersion(at(), anEntry({ title: 'Other' })),
    ogImageVersion(at(), anEntry({ section: 'API' })),
    ogImageVersion(at(), anEntry({ type: 'post', published: '2026-11-21' })),
    ogImageVersion(at(), anEntry({ type: 'post', published: '2026-11-22' })),
    ogImageVersion(at({ siteUrl: 'https://other.example.org' }), anEntry()),
    ogImageVersion(at({ siteUrl }, { name: 'Harbor' }), anEntry()),
    ogImageVersion(at({ siteUrl }, { accent: '#2f6f4f' }), anEntry()),
  ]
  expect(new Set([version, ...others]).size).toBe(8)
})

test('a page shows its entry’s image, and a listing that of the home page', () => {
  const { ctx } = publishing([anEntry(), aHome()])
  const src = (path: string) => ogImageOf(ctx, path)?.src
  expect(src('/docs/markdown')).toBe(`/share/docs/markdown.png?v=${ogImageVersion(at(), anEntry())}`)
  expect(src('/blog')).toBe(`/share/index.png?v=${ogImageVersion(at(), aHome())}`)
  expect(ogImageOf(ctx, '/blog')?.alt).toContain('Home')
  expect(ogImageOf(publishing([anEntry()]).ctx, '/blog')).toBeUndefined()
})
