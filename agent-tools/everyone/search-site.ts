import { searchOperation } from '#agent-tools/everyone/operations.ts'
import { fits, short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { q, type } = searchOperation.query

/** The server trims what it searches for, which JSON Schema cannot say. */
const notBlank = String.raw`\S`

type Found = { results: { type: string; title: string; url: string; excerpt: string }[]; total: number }

export const searchSite = tool({
  name: 'search_site',
  title: 'Search this site',
  description:
    'Searches the published pages, documentation and posts of this site. Returns titles, addresses and short excerpts, best first. Use read_page to read one of them.',
  uses: [searchOperation],
  input: {
    properties: {
      query: { ...q, pattern: notBlank, description: 'What to look for, in plain words.' },
      type: { ...type, description: 'Only pages of this kind.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 10,
        default: 5,
        description: 'How many results at most.',
      },
    },
    required: ['query'],
  },
  untrusted: true,
  about: ({ query }) => query,
  async run({ query, type: kind, limit }, { call }) {
    const { data: found } = await call<Found>(searchOperation, { query: { q: query, limit, type: kind } })
    const results = found.results.map((result) => ({
      type: result.type,
      title: short(result.title),
      path: new URL(result.url).pathname.slice(0, 200),
      excerpt: short(result.excerpt, 200),
    }))
    const hint = found.total === 0 ? { hint: 'Try fewer or other words.' } : {}
    const answer = { ok: true as const, total: found.total, results, ...hint }
    while (results.length && !fits(answer)) results.pop()
    return answer
  },
})
