import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sectionsOf } from '#app/features/content/search/sections.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createRenderer } from '#app/features/content/render/render.server.tsx'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

const idsOn = (html: string) => [...html.matchAll(/<h[1-6][^>]*? id="([^"]+)"/g)].map(([, id]) => id)
const idsOf = (body: string) => sectionsOf(body).flatMap(({ id }) => id ?? [])

test('the parts of every published body have the ids that its page has', async () => {
  const wrong: string[] = []
  for (const entry of it.app.contentIndex.entries) {
    const on = idsOn(await it.app.contentIndex.html(entry))
    if (idsOf(entry.body).join() !== on.join()) wrong.push(`${entry.path}: ${idsOf(entry.body)} but ${on}`)
  }
  expect(wrong).toEqual([])
  expect(it.app.contentIndex.entries.length).toBeGreaterThan(50)
})

test('repeated, formatted and lookalike headings get the same ids as on the page', async () => {
  const body = [
    readFileSync('tests/support/documents/kitchen-sink.mdx', 'utf8'),
    '## The same\n\n## The same\n\n## The *same* `x` [link](/about)\n\n### Ünï côdé & more: 1.5 #',
    '```sh\n## no heading\n```\n\n{/* ## none\n## either */}\n\n#no heading\n\n## Last',
  ].join('\n\n')
  const html = await createRenderer(referenceKit)({ body, file: 'docs/x.mdx', line: 1 })
  // The heading of footnotes is made with the page, and nothing stands below it that an answer could quote.
  expect(idsOf(body)).toEqual(idsOn(html).filter((id) => id !== 'footnote-label'))
  expect(idsOf(body)).toEqual(expect.arrayContaining(['the-same', 'the-same-1', 'last']))
})

test('a part knows its way, and is Markdown without tags and comments', () => {
  const body =
    'Above.\n\n## One\n\n<Callout type="tip">\n\nA `<b>` *tip*.\n\n</Callout>\n{/* note */}\n\n### Two\n\n```html\n<p>\n```'
  expect(sectionsOf(body)).toEqual([
    { id: null, heading: null, way: [], body: 'Above.' },
    { id: 'one', heading: 'One', way: ['One'], body: 'A `<b>` *tip*.' },
    { id: 'two', heading: 'Two', way: ['One', 'Two'], body: '```html\n<p>\n```' },
  ])
})

test('the terms and definitions of a list are items with a label', () => {
  const body = '<dl>\n<dt>Guild</dt><dd>A *community*.</dd>\n</dl>'
  expect(sectionsOf(body)[0]!.body).toBe('- **Guild:** A *community*.')
})
