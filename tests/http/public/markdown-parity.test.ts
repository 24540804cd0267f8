import { expect, inject, test } from 'vitest'
import { client, publishedPaths } from '#tests/support/http/client.ts'
import { factsOfMarkdown, factsOfPage } from '#tests/support/documents/page-facts.ts'

const server = inject('servers')[0]!
const get = client(server)

const paths = await publishedPaths(server)

test('the sitemap has more than 15 pages', () => expect(paths.length).toBeGreaterThan(15))

test.each(paths)('the Markdown says what the HTML says on %s', async (path) => {
  const [html, markdown] = await Promise.all(
    ['text/html', 'text/markdown'].map(async (type) =>
      (await get(path, { headers: { Accept: type } })).text(),
    ),
  )
  const facts = factsOfPage(html!, server.url + path)
  expect(facts.length).toBeGreaterThan(3)
  expect(await factsOfMarkdown(markdown!)).toEqual(facts)
})

test('every picture of a page is there, and as large as the page says', async () => {
  const pictures = new Map<string, string>()
  for (const path of paths) {
    const html = await (await get(path)).text()
    for (const [tag] of html.matchAll(/<img [^>]*>/g)) {
      const [, src = ''] = /\bsrc="([^"]+)"/.exec(tag) ?? []
      pictures.set(src, sizeIn(tag))
    }
  }
  expect(pictures.size).toBeGreaterThan(1)
  for (const [picture, size] of pictures) {
    const answer = await get(picture)
    expect([picture, answer.status]).toEqual([picture, 200])
    expect(answer.headers.get('Content-Type')).toMatch(/^image\//)
    if (picture.endsWith('.svg')) expect([picture, sizeIn(await answer.text())]).toEqual([picture, size])
  }
})

const sizeIn = (tag: string) =>
  ['width', 'height'].map((name) => new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1]).join('x')

test('whoever reads a page from its beginning is led to the index of all pages first', async () => {
  const html = await (await get('/about')).text()
  expect(html).toMatch(
    /<body><a [^>]*class="skip"[^>]*>[^<]*<\/a><header [^>]*><p class="sr-only">[^<]*(<!-- -->[^<]*)*<a href="\/llms\.txt"/,
  )
  const markdown = await (await get('/about.md')).text()
  expect(markdown).toContain(`\n---\n\n> Index of all pages: ${server.url}/llms.txt\n\n# `)
})
