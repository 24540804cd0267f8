import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createRenderer, type RenderBody } from '#app/features/content/render/render.server.tsx'
import { Article } from '#app/features/content/ui/article.tsx'
import { headingsOfHtml } from '#app/features/content/ui/table-of-contents.tsx'
import { bodies } from '#tests/support/documents/bodies.ts'
import { factsOfMarkdown, factsOfPage } from '#tests/support/documents/page-facts.ts'
import { tries } from '#tests/support/depth.ts'

const siteUrl = 'https://signpost.example'
let render: RenderBody
beforeAll(() => {
  render = createRenderer(referenceKit)
})

const frame = (inside: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>Kitchen sink · Signpost</title></head><body>${inside}</body></html>`

/** The page of a document with this body, as the site serves it. */
async function pageOf(body: string) {
  const html = await render({ body, file: 'docs/kitchen-sink.mdx', line: 1 })
  const article = createElement(Article, {
    type: 'doc',
    path: '/docs/kitchen-sink',
    title: 'Kitchen sink',
    description: 'Everything at once.',
    updated: '2026-11-21',
    tags: [],
    docs: [],
    crumbs: [],
    previous: null,
    next: null,
    html,
    headings: headingsOfHtml(html),
  })
  return frame(renderToStaticMarkup(article))
}

const convert = (page: string) =>
  pageToMarkdown(page, { url: '/docs/kitchen-sink', siteUrl, siteName: 'Signpost' }).markdown
const factsOf = (page: string) => factsOfPage(page, `${siteUrl}/docs/kitchen-sink`)

test('a text with every element says the same in both representations', async () => {
  const page = await pageOf(readFileSync('tests/support/documents/kitchen-sink.mdx', 'utf8'))
  expect(await factsOfMarkdown(convert(page))).toEqual(factsOf(page))
})

test('whatever the body, its Markdown says what its HTML says', async () => {
  const property = fc.asyncProperty(bodies, async (body) => {
    const page = await pageOf(body)
    expect(await factsOfMarkdown(convert(page))).toEqual(factsOf(page))
  })
  await fc.assert(property, tries(25))
})

test.each([
  '<p>a<strong>(b)</strong>c, <em>d</em><em>e</em>, <strong>f <strong>g</strong></strong>, <strong>h<br></strong>i</p>',
  '<p><code>a</code><code>b</code> `<code>c</code></p><p>+</p><p>#</p><p>Look!<a href="/x">here</a></p>',
  '<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><div><ol><li>d</li></ol></div><ol><li>e</li></ol>',
  '<dl><dt>a</dt><dd>b</dd></dl><ul><li>+</li><li>- c</li><li>1. d</li></ul>',
  '<table><tr><td>a|b</td><td><code>\\|</code></td></tr><tr><td>c<br>d</td><td>\\|</td></tr></table>',
  '<h2>a<br>b #</h2><p><br>c<br></p><p>d ~e~ ~f ~</p><p>&lt;b&gt; &amp;lt; http_x _y_ 2 * 3 * 4</p>',
  '<pre><code>\n  a\n\n</code></pre><blockquote><pre><code class="language-md">```\nb\n```</code></pre></blockquote>',
])('%s, which no body but a component may hold, is said as it is', async (inside) => {
  const page = frame(`<main id="pageContent"><h1>Title</h1>${inside}</main>`)
  expect(await factsOfMarkdown(convert(page))).toEqual(factsOf(page))
})

test('a link around a card becomes a link of its heading', () => {
  const card = '<a href="/x"><p>Before</p><h2>Card</h2><p>Its text</p></a>'
  const markdown = convert(frame(`<main id="pageContent"><h1>Title</h1>${card}</main>`))
  expect(markdown).toContain(`# Title\n\nBefore\n\n## [Card](${siteUrl}/x)\n\nIts text\n`)
})

test('the Markdown begins with the page’s metadata, the index link and the title', () => {
  const head = `<title>A “title” · Signpost</title><meta name="description" content="About: it"/>
    <link rel="canonical" href="${siteUrl}/a"/><meta property="article:modified_time" content="2026-11-21"/>`
  const page = `<html lang="en"><head>${head}</head><body><nav>No</nav><main id="pageContent"><h1>A</h1></main></body></html>`
  expect(convert(page)).toBe(`---
title: "A “title”"
description: "About: it"
canonical_url: "${siteUrl}/a"
last_updated: "2026-11-21"
lang: "en"
---

> Index of all pages: ${siteUrl}/llms.txt

# A
`)
})

test('parts are written in the form that is read best', async () => {
  const body = `<Tabs label="Ways"><Tab title="curl">Text</Tab></Tabs>

<Callout type="tip">Text</Callout>

<Figure src="/figures/a.svg" dark="/figures/b.svg" alt="A picture" width="1" height="1">Caption</Figure>

<dl><dt>Term</dt><dd>Meaning</dd></dl>

\`\`\`ts title="a.ts"
code
\`\`\`

A note[^9%zz], <kbd>Ctrl</kbd>+<kbd>C</kbd>

[^9%zz]: Its text
`
  expect(
    convert(await pageOf(body))
      .split('\n\n')
      .slice(4),
  ).toEqual([
    '**curl**',
    'Text',
    '> **Tip:** Text',
    `![A picture](${siteUrl}/figures/a.svg)`,
    'Caption',
    '- **Term**: Meaning',
    '```ts title="a.ts"\ncode\n```',
    'A note[^9%zz], <kbd>Ctrl</kbd>+<kbd>C</kbd>',
    '[^9%zz]: Its text\n',
  ])
})
