import { expect, test } from 'vitest'
import { changelogFeed, changelogPage } from '#app/features/content/discovery/changelog.server.ts'
import { publishing, SITE } from '#tests/support/db/content.ts'
import { refusalOf } from '#tests/support/factories.ts'

const page = () => changelogPage('2026-11-21')
const html = `<p>Words.</p>
<h2 id="unreleased">Unreleased<a class="heading-anchor" href="#unreleased" aria-hidden="true"></a></h2><p>Soon.</p>
<h2 id="new">0.2.0 - 2026-12-01<a class="heading-anchor" href="#new" aria-hidden="true"></a></h2><p>A <a href="/changelog">link</a> &amp; more.</p>
<h2 id="old">0.1.0 - 2026-11-21</h2><p>The first.</p>`

test('the page of the changelog has its releases as headings, and a link to the feed', () => {
  const { path, body } = page()
  expect(path).toBe('/changelog')
  expect(body).toMatch(/^## 0\.1\.0 - 2026-11-21$/m)
  expect(body).toContain('(/changelog.xml)')
  expect(body).not.toMatch(/^# /m)
})

test('the feed has an entry for each release, and not for what is unreleased', async () => {
  const feed = await changelogFeed(publishing([page()], { html }))
  expect([...feed.matchAll(/<title>(.+)<\/title>/g)].map(([, title]) => title)).toEqual([
    'Signpost: releases',
    'Signpost 0.2.0',
    'Signpost 0.1.0',
  ])
  expect(feed).toContain(`<id>${SITE}/changelog#new</id>`)
  expect(feed).toContain(`<a href="${SITE}/changelog">`)
  expect(feed).toContain('<updated>2026-12-01T00:00:00.000Z</updated>')
  expect(feed).not.toContain('Soon.')
})

test('the feed may have no releases, and is missing without a changelog', async () => {
  expect(await changelogFeed(publishing([page()]))).not.toContain('<entry>')
  const undated = '<h2 id="a">1.2.0 - 2026-99-99</h2><p>Text.</p>'
  expect(await changelogFeed(publishing([page()], { html: undated }))).toContain('<updated>2026-11-21T')
  expect((await refusalOf(() => changelogFeed(publishing([])))).status).toBe(404)
})
