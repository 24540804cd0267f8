import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { atomFeed, feedHtml, jsonFeed } from '#app/features/content/discovery/feeds.server.ts'
import { anEntry, entriesOf, publishing, SITE } from '#tests/support/db/content.ts'

const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
const sixty = entriesOf(60, (index) => ({ published: day(index), updated: day(index + 1), tags: ['x', 'y'] }))
const newest = sixty
  .slice(10)
  .reverse()
  .map(({ path }) => SITE + path)

test('Atom has the newest 50 posts in full, newest first, as RFC 4287 requires', async () => {
  const feed = parseAtomFeed(await atomFeed(publishing(sixty, { html: '<p>Full & whole.</p>' })))
  expect(feed).toMatchObject({
    id: `${SITE}/blog`,
    title: { value: 'Signpost: blog' },
    updated: `${day(60)}T00:00:00.000Z`,
    authors: [{ name: 'Signpost' }],
    xml: { lang: 'en' },
  })
  expect(feed.links).toEqual([
    { rel: 'self', type: 'application/atom+xml', href: `${SITE}/feed.xml` },
    { rel: 'alternate', type: 'text/html', href: `${SITE}/blog` },
    { rel: 'alternate', type: 'application/feed+json', href: `${SITE}/feed.json` },
  ])
  expect(feed.entries!.map(({ id }) => id)).toEqual(newest)
  expect(feed.entries![0]).toMatchObject({
    title: { value: 'The title of entry-59' },
    links: [{ rel: 'alternate', type: 'text/html', href: newest[0] }],
    published: `${day(59)}T00:00:00.000Z`,
    updated: `${day(60)}T00:00:00.000Z`,
    authors: [{ name: 'Ada Lovelace' }],
    categories: [{ term: 'x' }, { term: 'y' }],
    content: { type: 'html', value: '<p>Full &amp; whole.</p>' },
  })
})

test('the JSON Feed holds the same', async () => {
  const ctx = publishing(sixty, { html: '<p>Full.</p>' })
  const feed = parseJsonFeed(await jsonFeed(ctx))
  expect(feed).toMatchObject({
    title: 'Signpost: blog',
    home_page_url: `${SITE}/blog`,
    feed_url: `${SITE}/feed.json`,
    language: 'en',
  })
  expect(feed.items!.map(({ id }) => id)).toEqual(newest)
  expect(feed.items![0]).toMatchObject({
    url: newest[0],
    title: 'The title of entry-59',
    content_html: '<p>Full.</p>',
    date_published: `${day(59)}T00:00:00.000Z`,
    date_modified: `${day(60)}T00:00:00.000Z`,
    authors: [{ name: 'Ada Lovelace' }],
    tags: ['x', 'y'],
  })
  expect(JSON.parse(await jsonFeed(ctx))).toHaveProperty('version', 'https://jsonfeed.org/version/1.1')
})

test('posts after 2,000,000 characters of HTML have only their description', async () => {
  const ctx = publishing(entriesOf(3), { html: 'a'.repeat(800_000) })
  const [atom, json] = [parseAtomFeed(await atomFeed(ctx)), parseJsonFeed(await jsonFeed(ctx))]
  expect(atom.entries!.map(({ content }) => content?.value?.length)).toEqual([800_000, 800_000, undefined])
  expect(json.items!.map(({ content_html: html }) => html?.length)).toEqual([800_000, 800_000, undefined])
  expect(atom.entries![2]!.summary?.value).toContain('What there is to know')
  expect(json.items![2]!.content_text).toBe(json.items![2]!.summary)
})

test.each([
  ['no posts', [anEntry({ type: 'page', slug: 'about', updated: '2026-05-06' })], '2026-05-06'],
  ['nothing at all', [], '1970-01-01'],
])('a site with %s has feeds that are valid and empty', async (_, entries, changed) => {
  const atom = parseAtomFeed(await atomFeed(publishing(entries)))
  expect(atom).toMatchObject({ id: `${SITE}/blog`, updated: `${changed}T00:00:00.000Z` })
  expect(atom.entries).toBeUndefined()
  expect(JSON.parse(await jsonFeed(publishing(entries)))).toMatchObject({
    title: 'Signpost: blog',
    items: [],
  })
})

test('what XML cannot write, or would read as markup, breaks no feed', async () => {
  const posts = [anEntry({ slug: 'a', title: 'A < B & ]]> C\u0007', author: 'Bell & Co' })]
  const text = await atomFeed(publishing(posts, { html: '<pre>\u001b[31m ]]&gt; a &amp;amp; b</pre>' }))
  expect(text).not.toMatch(/[\u0007\u001b]/)
  const [entry] = parseAtomFeed(text).entries!
  expect(entry).toMatchObject({
    title: { value: 'A < B & ]]> C' },
    authors: [{ name: 'Bell & Co' }],
    content: { value: '<pre>[31m ]]&gt; a &amp;amp; b</pre>' },
  })
})

test('in a feed, an entry has absolute URLs and nothing that needs its page', () => {
  const html = feedHtml(
    `<h2 id="one">One<a class="heading-anchor" href="#one" data-md="omit">#</a></h2>
<p><a href="/docs">Docs</a> <a href="other?a=1&amp;b=2#c">Other</a> <a href="#one">Up</a> <a href="mailto:a@b.example">Write</a></p>
<img src="/a.png" srcset="/a.png 1x, /b.png 2x" alt="A"><img src="https://cdn.example/c.png" alt="C">
<button>Copy</button><script>alert(1)</script><p data-md="omit">Not here</p><svg aria-hidden="true"></svg>
<input type="radio" name="tab"><input type="checkbox" checked disabled>`,
    `${SITE}/blog/post`,
  )
  expect(html.replace(/\n/g, '')).toBe(
    `<h2 id="one">One</h2><p><a href="${SITE}/docs">Docs</a> <a href="${SITE}/blog/other?a=1&amp;b=2#c">Other</a> ` +
      `<a href="${SITE}/blog/post#one">Up</a> <a href="mailto:a@b.example">Write</a></p>` +
      `<img src="${SITE}/a.png" alt="A"><img src="https://cdn.example/c.png" alt="C">` +
      '<input type="checkbox" checked="" disabled="">',
  )
})
