import { afterEach, expect, test, vi } from 'vitest'
import { searchSite } from '#agent-tools/everyone/pages.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const aResult = (n: number, over = {}) => ({
  type: 'doc',
  title: `Title ${n}`,
  url: `https://example.com/docs/${n}`,
  markdown_url: `https://example.com/docs/${n}.md`,
  excerpt: `About ${n}`,
  score: 1,
  ...over,
})

function finding(...results: ReturnType<typeof aResult>[]) {
  const fetch = vi.fn(async (_: string, __?: RequestInit) =>
    Response.json({ query: 'x', results, total: results.length }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('it asks the search of the site, under the visitor’s own cookie', async () => {
  const fetch = finding()
  await searchSite.execute({ query: 'a & b=c', type: 'post', limit: 3 })
  const [address, init] = fetch.mock.calls[0]!
  const url = new URL(address, 'https://example.com')
  expect(url.pathname).toBe('/api/search')
  expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'a & b=c', type: 'post', limit: '3' })
  expect(init).toMatchObject({ method: 'GET', body: null, headers: { 'Agent-Tool': 'search_site' } })
})

test('five results are asked for unless told otherwise', async () => {
  const fetch = finding()
  await searchSite.execute({ query: 'x' })
  expect(fetch.mock.calls[0]![0]).toBe('/api/search?q=x&limit=5')
})

test('results are titles, paths for read_page and excerpts without hidden characters', async () => {
  finding(aResult(1, { title: 'One\u202e', excerpt: `${'x'.repeat(300)}` }), aResult(2))
  expect(await searchSite.execute({ query: 'x' })).toEqual({
    ok: true,
    total: 2,
    results: [
      { type: 'doc', title: 'One', path: '/docs/1', excerpt: `${'x'.repeat(199)}…` },
      { type: 'doc', title: 'Title 2', path: '/docs/2', excerpt: 'About 2' },
    ],
  })
})

test('the best results stay when not all fit, and the total says how many there are', async () => {
  finding(...Array.from({ length: 10 }, (_, n) => aResult(n, { excerpt: `${'x'.repeat(199)}…` })))
  const { results, total } = (await searchSite.execute({ query: 'x', limit: 10 })) as {
    results: { path: string }[]
    total: number
  }
  expect(total).toBe(10)
  expect(results.length).toBeGreaterThan(2)
  expect(results.length).toBeLessThan(10)
  expect(results.map(({ path }) => path)).toEqual(results.map((_, n) => `/docs/${n}`))
})

test('when nothing is found it says what to try', async () => {
  finding()
  expect(await searchSite.execute({ query: 'x' })).toEqual({
    ok: true,
    total: 0,
    results: [],
    hint: 'Try fewer or different words.',
  })
})

test('words that are only blanks are refused as the server would, without asking it', async () => {
  const fetch = finding()
  const error = { code: 'invalid_request', path: 'query' }
  expect(await searchSite.execute({ query: ' \n ' })).toMatchObject({ ok: false, error })
  expect(fetch).not.toHaveBeenCalled()
})

test.each([{ limit: 0 }, { limit: 11 }, { limit: 1.5 }, { limit: '5' }, { type: 'king' }])(
  'the input %j is refused by name',
  async (part) => {
    finding()
    const answer = await searchSite.execute({ query: 'x', ...part })
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'invalid_request', path: Object.keys(part)[0] },
    })
  },
)
