import { expect, inject, test } from 'vitest'
import { client } from '#tests/client.ts'
import { factsOfMarkdown, factsOfPage } from '#tests/facts.ts'

const server = inject('servers')[0]!
const get = client(server)

async function pathsOfSitemap() {
  const xml = await (await get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
}

test('on every page of the sitemap, the Markdown says what the HTML says', async () => {
  const paths = await pathsOfSitemap()
  expect(paths.length).toBeGreaterThan(15)
  for (const path of paths) {
    const html = await (await get(path)).text()
    const markdown = await (await get(path, { headers: { Accept: 'text/markdown' } })).text()
    const facts = factsOfPage(html, server.url + path)
    expect(facts.length, `the facts of ${path}`).toBeGreaterThan(3)
    expect(await factsOfMarkdown(markdown), `the Markdown of ${path}`).toEqual(facts)
  }
})
