import { beforeAll, expect, test } from 'vitest'
import { feedHtml } from '#app/features/content/discovery/feeds.server.ts'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createRenderer, type RenderBody } from '#app/features/content/render/render.server.tsx'
import {
  imageAttributes,
  imageMarkdown,
  imagesIn,
  readMediaFile,
  readMediaPath,
} from '#app/site/image-paths.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { reservedSegments } from '#app/site/paths.ts'

let render: RenderBody
beforeAll(() => {
  render = createRenderer(referenceKit)
})
const html = (body: string) => render({ body, file: 'docs/x.mdx', line: 8 })

const hash = '0123456789abcdef'.repeat(2)
const photo = `/media/${hash}-1000x600.jpg`
const drawing = `/media/${hash}-40x30.svg`
const file = photo.slice(7)

test('an uploaded image brings its size and its smaller sizes from its address', async () => {
  expect(await html(`![The hills](${photo})`)).toBe(
    `<p><img src="${photo}" width="1000" height="600" srcSet="/media/320/${file}.webp 320w, /media/640/${file}.webp 640w, /media/960/${file}.webp 960w, ${photo} 1000w" sizes="(min-width: 48rem) min(44rem, 1000px), min(100vw, 1000px)" alt="The hills" loading="lazy" decoding="async"/></p>`,
  )
  expect(await html(`![A hill](${drawing})`)).toBe(
    `<p><img src="${drawing}" width="40" height="30" alt="A hill" loading="lazy" decoding="async"/></p>`,
  )
})

test('a figure is shown as wide as it says, and loads no more', async () => {
  const shown = await html(
    `<Figure src="${photo}" alt="The hills" width="500" height="300">\n\nNorth.\n\n</Figure>`,
  )
  expect(shown).toContain('width="500" height="300"')
  expect(shown).toContain('sizes="(min-width: 48rem) min(44rem, 500px), min(100vw, 500px)"')
  expect(shown).toContain('<figcaption><p>North.</p></figcaption>')
})

test.each([
  ['500', '300', true],
  ['333', '200', true],
  ['334', '200', true],
  ['500', '310', false],
  ['600', '1000', false],
])('a figure of %s by %s pixels is accepted for an image of 1000 by 600: %s', async (width, height, fits) => {
  const result = html(`<Figure src="${photo}" alt="x" width="${width}" height="${height}" />`)
  if (fits) expect(await result).toContain(`width="${width}"`)
  else
    await expect(result).rejects.toThrow(
      '8: Figure height: This width and height would distort the image. Keep the aspect ratio of the image.',
    )
})

test.each([
  `/media/320/${file}.webp`,
  `/media/${hash}-0x600.jpg`,
  `/media/${hash}-1000x600.bmp`,
  `/media/${hash.toUpperCase()}-1000x600.jpg`,
  `/media/../${file}`,
  `https://elsewhere.example${photo}`,
  `${photo}?x`,
])('a figure does not show %s', async (src) => {
  await expect(html(`<Figure src="${src}" alt="x" width="10" height="6" />`)).rejects.toThrow(
    '8: Figure src: Use a lowercase image path',
  )
  expect([readMediaPath(src), imageAttributes(src)]).toEqual([null, null])
})

test('a figure has an image for each theme, of the same size', async () => {
  expect(
    await html('<Figure src="/figures/a.webp" dark="/figures/b.webp" alt="x" width="10" height="6" />'),
  ).toBe(
    '<figure class="figure"><img src="/figures/a.webp" width="10" alt="x" height="6" class="light-only" loading="lazy" decoding="async"/><img src="/figures/b.webp" width="10" alt="x" height="6" class="dark-only" data-md="omit" loading="lazy" decoding="async"/></figure>',
  )
  await expect(
    html(
      '<Figure src="/figures/a.webp" dark="https://other.example/b.webp" alt="x" width="10" height="6" />',
    ),
  ).rejects.toThrow('8: Figure dark: Use a lowercase image path')
})

test('other images stay as they are', async () => {
  expect(await html('![x](/figures/layers.svg)')).toBe(
    '<p><img src="/figures/layers.svg" alt="x" loading="lazy" decoding="async"/></p>',
  )
})

test('in the Markdown of a page and in feeds an image has its own address', async () => {
  const page = `<html lang="en"><head><title>T</title></head><body><main id="pageContent"><h1>T</h1>${await html(`![The hills](${photo})`)}</main></body></html>`
  const at = { url: 'https://site.example/x', siteUrl: 'https://site.example', siteName: 'A site' }
  expect(pageToMarkdown(page, at).markdown).toContain(`![The hills](https://site.example${photo})`)
  const feed = feedHtml(await html(`![The hills](${photo})`), at.url)
  expect(feed).toContain(`src="https://site.example${photo}"`)
  expect(feed).not.toMatch(/srcset/i)
})

test.each(['A hill', 'a ] b', '[x](y) *b* _c_ `d`', '<b> & {code} \\ ~x~', 'two\nlines', '&amp; stays'])(
  'the Markdown of an image says %j and nothing else',
  async (alt) => {
    const shown = await html(imageMarkdown(photo, alt))
    const said = /alt="([^"]*)"/.exec(shown)?.[1]
    const plain = said?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(plain).toBe(alt.replace('\n', ' '))
  },
)

test('images are found in a text in any size and form', () => {
  const other = 'f'.repeat(32)
  const text = `![a](${photo}) <Figure src="${drawing}" /> [b](/media/320/${other}-400x300.png.webp) /media/short-1x1.png`
  expect([...imagesIn(text)]).toEqual([hash, other])
  expect(readMediaFile(`${other}-400x300.png`)).toEqual({
    hash: other,
    width: 400,
    height: 300,
    extension: 'png',
  })
})

test.each([
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [245_760, '240 KiB'],
  [1_572_864, '1.5 MiB'],
  [20 * 1024 * 1024, '20 MiB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('no page can have the address of the images', () => {
  expect(reservedSegments.has('media')).toBe(true)
})
