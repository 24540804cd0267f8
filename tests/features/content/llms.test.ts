import { expect, test } from 'vitest'
import { llmsFull, llmsTxt } from '#app/features/content/discovery/llms.server.ts'
import { anEntry, entriesOf, publishing, SITE } from '#tests/support/db/content.ts'

const headings = (text: string) => text.match(/^## .+$/gm)
const addresses = (text: string) => [...text.matchAll(/^- \[.+\]\((.+?)\): .+$/gm)].map(([, url]) => url)

test('llms.txt has a title, a quote, usage terms and the twins of all pages by kind', async () => {
  const text = await llmsTxt(
    publishing([
      anEntry({ type: 'page', slug: 'index', description: 'What this\nsite is.' }),
      anEntry({ type: 'page', slug: 'about' }),
      anEntry({ type: 'doc', slug: 'b', section: 'API' }),
      anEntry({ type: 'doc', slug: 'a', section: 'Start' }),
      ...entriesOf(12, (index) => ({ published: `2026-10-${30 - index}` })),
    ]),
  )
  expect(text).toMatch(/^# Signpost\n\n> What this site is\.\n\nWhen to use this site: /)
  expect(headings(text)).toEqual([
    '## Documentation: Start',
    '## Documentation: API',
    '## Pages',
    '## Blog',
    '## Optional',
  ])
  const posts = Array.from({ length: 12 }, (_, index) => `/blog/entry-${index}`)
  expect(addresses(text)).toEqual(
    ['/docs/a', '/docs/b', '/index', '/about', '/docs', '/blog', ...posts].map((path) => `${SITE}${path}.md`),
  )
  expect(text.split('## Optional')[1]).toMatch(/entry-10[^]+entry-11/)
  expect(text).not.toContain('more](')
})

test('a site with nothing to show still says what it is', async () => {
  expect(await llmsTxt(publishing([]))).toMatch(/^# Signpost\n\n> .+\n\nWhen to use this site: /)
})

test.each(['doc', 'page', 'post'] as const)(
  '10,000 entries, mostly %s, fit into 30,000 characters with room for every kind',
  async (type) => {
    const some = (['doc', 'page', 'post'] as const).flatMap((kind) =>
      entriesOf(20, (index) => ({ type: kind, slug: `few-${kind}-${index}` })),
    )
    const many = entriesOf(10_000, () => ({ type, description: 'A sentence of some length. '.repeat(6) }))
    const text = await llmsTxt(publishing([...many, ...some]))
    expect(text.length).toBeLessThan(30_000)
    expect(text.length).toBeGreaterThan(25_000)
    for (const part of text.split(/^## /m).slice(1)) {
      expect(addresses(part).length, part.split('\n')[0]).toBeGreaterThan(5)
    }
    expect(text).toMatch(/^- \[\d+ more\]\(https:\/\/site\.example\/sitemap\.md\): .+$/m)
  },
)

test('what is left out of a section is counted', async () => {
  const text = await llmsTxt(publishing(entriesOf(10_000, () => ({ type: 'page' }))))
  const more = Number(/^- \[(\d+) more\]/m.exec(text)![1])
  expect(addresses(text).filter((url) => url!.includes('/entry-')).length + more).toBe(10_000)
})

/** Gives every page a text of this length, and notes who asked. */
function pagesOf(length: number) {
  const asked: string[] = []
  const markdown = async (path: string) => {
    asked.push(path)
    return `# ${path}\n\n`.padEnd(length, 'x')
  }
  return { asked, markdown }
}

test('llms-full.txt has the pages in full, then the docs in order, then posts by date', async () => {
  const { markdown } = pagesOf(100)
  const text = await llmsFull(
    publishing([
      anEntry({ slug: 'old', published: '2026-01-01' }),
      anEntry({ slug: 'new', published: '2026-11-01' }),
      anEntry({ type: 'doc', slug: 'second', section: 'API' }),
      anEntry({ type: 'doc', slug: 'first', section: 'Start' }),
      anEntry({ type: 'page', slug: 'index' }),
    ]),
    { markdown },
  )
  const order = ['/index', '/docs/first', '/docs/second', '/blog/new', '/blog/old']
  expect([...text.matchAll(/^<!-- (.+) -->$/gm)].map(([, url]) => url)).toEqual(
    order.map((path) => `${SITE}${path}.md`),
  )
  for (const path of order) expect(text).toContain(await markdown(path.replace('/index', '/')))
  expect(text).not.toContain('did not fit')
})

test('of 10,000 long pages only those that fit are rendered, the others are linked', async () => {
  const { asked, markdown } = pagesOf(20_000)
  const text = await llmsFull(publishing(entriesOf(10_000)), { markdown })
  expect(text.length).toBeLessThanOrEqual(1_500_000)
  expect(text.length).toBeGreaterThan(1_400_000)
  const whole = [...text.matchAll(/^<!-- http.+ -->$/gm)].length
  expect(asked).toHaveLength(whole + 1)
  const [, links] = text.split('<!-- More pages -->')
  expect(links).toContain(`](${SITE}${asked.at(-1)}.md)`)
  expect(links).toMatch(/- \[Every page\]\(https:\/\/site\.example\/sitemap\.md\)\n$/)
})

test('10,000 short pages that all fit are all there', async () => {
  const { asked, markdown } = pagesOf(60)
  const text = await llmsFull(publishing(entriesOf(10_000)), { markdown })
  expect(asked).toHaveLength(10_000)
  expect(text).not.toContain('More pages')
})

test('a page that cannot be had as Markdown is named by its link', async () => {
  const text = await llmsFull(publishing([anEntry({ slug: 'broken' }), anEntry({ slug: 'good' })]), {
    markdown: async (path) => (path === '/blog/broken' ? null : '# Good\n'),
  })
  expect(text).toContain('# Good\n')
  expect(text).toMatch(/- \[The title of broken\]\(https:\/\/site\.example\/blog\/broken\.md\)\n$/)
})
