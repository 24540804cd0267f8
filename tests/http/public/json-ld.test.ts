import { expect, inject, test } from 'vitest'
import { client, publishedPaths } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const get = client(server)

type Node = { '@type': string; '@id': string } & Record<string, unknown>

test('every page of the sitemap describes itself completely and as it is', async () => {
  const paths = await publishedPaths(server)
  const seen = new Set<string>()
  for (const path of paths) {
    const html = await (await get(path)).text()
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
    expect([path, blocks.length]).toEqual([path, 1])
    const { '@context': context, '@graph': graph } = JSON.parse(blocks[0]![1]!) as {
      '@context': string
      '@graph': Node[]
    }
    expect(context).toBe('https://schema.org')
    const [site, organization, page, way] = graph as [Node, Node, Node, Node | undefined]
    expect(site).toMatchObject({
      '@type': 'WebSite',
      url: `${server.url}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: `${server.url}/search?q={words}` },
        'query-input': 'required name=words',
      },
    })
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Signpost', url: `${server.url}/` })

    const kind = /^\/blog\/(?!tags)/.test(path)
      ? 'BlogPosting'
      : path.startsWith('/docs/')
        ? 'TechArticle'
        : 'WebPage'
    seen.add(kind)
    const content = (pattern: RegExp) => pattern.exec(html)?.[1]
    expect(page).toMatchObject({
      '@type': kind,
      url: server.url + path,
      inLanguage: 'en',
      isPartOf: { '@id': site['@id'] },
      author: { name: expect.any(String) as string },
    })
    expect(html).toContain(`<title>${page.headline as string} · Signpost</title>`.replaceAll('&', '&amp;'))
    expect(page.dateModified).toBe(content(/article:modified_time" content="([^"]+)"/))
    expect(decode(content(/name="description" content="([^"]+)"/)!)).toBe(page.description)
    if (kind === 'BlogPosting') expect(page.datePublished).toBe(content(/<time [^>]*dateTime="([^"]+)"/))

    const crumbs = /<nav aria-label="Breadcrumbs"[\s\S]*?<\/nav>/.exec(html)?.[0]
    expect([path, Boolean(way)]).toEqual([path, Boolean(crumbs)])
    if (!way || !crumbs) continue
    expect(page.breadcrumb).toEqual({ '@id': way['@id'] })
    const items = way.itemListElement as { position: number; name: string; item: string }[]
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
    expect(items.at(-1)).toMatchObject({ name: page.headline, item: page.url })
    const shown = [...crumbs.matchAll(/href="([^"]+)"/g)].map(([, href]) => server.url + href)
    expect(items.slice(0, -1).map(({ item }) => item)).toEqual(shown)
    expect(items.length).toBeGreaterThanOrEqual(2)
  }
  expect([...seen].sort()).toEqual(['BlogPosting', 'TechArticle', 'WebPage'])
})

const decode = (text: string) =>
  text.replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => {
    return { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' }[name]!
  })

test('the words of a search cannot break out of the description of its page', async () => {
  const html = await (await get(`/search?q=${encodeURIComponent('</script><b>')}`)).text()
  expect(html).not.toContain('</script><b>')
  const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)![1]!
  expect(JSON.stringify(JSON.parse(block))).toContain('Search results for “</script><b>”')
})

test('a page that is not there describes nothing', async () => {
  expect(await (await get('/nothing-here')).text()).not.toContain('ld+json')
})
