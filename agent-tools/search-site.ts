import { z } from 'zod'
import { clean, fits } from '#agent-tools/text.ts'
import { refusalOf, tool } from '#agent-tools/tool.ts'
import { searchSite as operation } from '#app/operations/content.ts'

const { q, type } = operation.query.shape

type Found = { results: { type: string; title: string; url: string; excerpt: string }[]; total: number }

export const searchSite = tool({
  name: 'search_site',
  title: 'Search this site',
  description:
    'Searches the published pages, documentation and posts of this site. Returns titles, addresses and short excerpts, best first. Use read_page to read one of them.',
  input: z.strictObject({
    query: q.describe('What to look for, in plain words.'),
    type: type.describe('Only pages of this kind.'),
    limit: z.int().min(1).max(10).default(5).describe('How many results at most.'),
  }),
  readOnly: true,
  untrusted: true,
  consequential: false,
  async run({ query, type: kind, limit }, signal) {
    const search = new URLSearchParams({ q: query, limit: String(limit), ...(kind ? { type: kind } : {}) })
    const response = await fetch(`${operation.path}?${search}`, { signal: signal ?? null })
    if (!response.ok) return refusalOf(response)
    const found = (await response.json()) as Found
    const results = found.results.map((result) => ({
      type: result.type,
      title: clean(result.title).slice(0, 100),
      path: new URL(result.url).pathname.slice(0, 200),
      excerpt: clean(result.excerpt).slice(0, 200),
    }))
    const hint = found.total === 0 ? { hint: 'Try fewer or other words.' } : {}
    const answer = { ok: true as const, total: found.total, results, ...hint }
    while (results.length && !fits(answer)) results.pop()
    return answer
  },
})
