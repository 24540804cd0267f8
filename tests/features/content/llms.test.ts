import { expect, test } from 'vitest'
import { groupOfSlug, llmsFull, llmsOfGroup, llmsTxt } from '#app/features/content/discovery/llms.server.ts'
import { anEntry, entriesOf, publishing, SITE } from '#tests/support/db/content.ts'
import { refusalOf } from '#tests/support/factories.ts'

const headings = (text: string) => text.match(/^## .+$/gm)
const addresses = (text: string) => [...text.matchAll(/^- \[.+\]\((.+?)\): .+$/gm)].map(([, url]) => url)

test('llms.txt has a title, a quote, usage terms and the twins of all pages by kind', async () => {
  const text = await llmsTxt(
    publishing([
      anEntry({ type: 'page', slug: 'index', description: 'What this\nsite is.' }),
      anEntry({ type: 'page', slug: 'about' }),
      anEntry({ type: 'doc', slug: 'b', section: 'API' }),
      anEntry({ type: 'doc', slug: 'a', section: 'Get started' }),
      ...entriesOf(12, (index) => ({ published: `2026-10-${30 - index}` })),
    ]),
  )
  expect(text).toMatch(/^# Signpost\n\n> What this site is\.\n\nWhen to use this site: /)
  expect(headings(text)).toEqual([
    '## Documentation: Get started',
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
  const files = [...text.matchAll(/\[([^\]]+)\]\((\S+\/llms-full\.txt)\)/g)].map(([, name, url]) => [
    name,
    url,
  ])
  expect(files).toEqual([
    ['Get started', `${SITE}/docs/get-started/llms-full.txt`],
    ['API', `${SITE}/docs/api/llms-full.txt`],
  ])
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
      anEntry({ type: 'doc', slug: 'first', section: 'Get started' }),
      anEntry({ type: 'page', slug: 'index' }),
    ]),
    { markdown },
  )
  const order = ['/index', '/docs/first', '/docs/second', '/blog/new', '/blog/old']
  expect([...text.matchAll(/^<!-- (.+) -->$/gm)].map(([, url]) => url)).toEqual(
    order.map((path) => `${SITE}${path}.md`),
  )
  for (const path of order) expect(text).toContain(await markdown(path.replace('/index', '/')))
  expect(text).not.toContain('do not fit')
})

test('the file of a group has its documents in order, and an empty group has none', async () => {
  const { markdown } = pagesOf(100)
  const site = publishing([
    anEntry({ slug: 'post' }),
    anEntry({ type: 'doc', slug: 'last', section: 'Trust', order: 1, appendix: true }),
    anEntry({ type: 'doc', slug: 'second', section: 'Trust', order: 3 }),
    anEntry({ type: 'doc', slug: 'first', section: 'Trust', order: 2 }),
    anEntry({ type: 'doc', slug: 'other', section: 'API' }),
  ])
  const text = await llmsOfGroup(site, { group: groupOfSlug('trust') }, { markdown })
  expect(text).toMatch(/^# Signpost: Trust\n\n> /)
  expect([...text.matchAll(/^<!-- (.+) -->$/gm)].map(([, url]) => url)).toEqual(
    ['first', 'second', 'last'].map((slug) => `${SITE}/docs/${slug}.md`),
  )
  for (const slug of ['operate', 'nothing', 'Trust', 'constructor']) {
    const refusal = await refusalOf(() => llmsOfGroup(site, { group: groupOfSlug(slug) }, { markdown }))
    expect([slug, refusal.status]).toEqual([slug, 404])
  }
})

test('of 10,000 long pages only those that fit are rendered, the others are linked', async () => {
  const { asked, markdown } = pagesOf(20_000)
  const text = await llmsFull(publishing(entriesOf(10_000)), { markdown })
  expect(text.length).toBeLessThanOrEqual(2_000_000)
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
