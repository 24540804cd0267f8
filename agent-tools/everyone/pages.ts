import { searchOperation } from '#agent-tools/everyone/operations.ts'
import { fetchFor } from '#agent-tools/tool/call.ts'
import { limit, offset } from '#agent-tools/tool/inputs.ts'
import { failure, errorResult } from '#agent-tools/tool/result.ts'
import { sanitize, fitsBudget, listResult, sanitizeLine, withTextPart } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** Line in the Markdown sitemap. */
const LINE = /^- \[(.+)\]\(([^()\s]+)\)/

/** Date at the end of a sitemap line. */
const UPDATED = /\((\d{4}-\d\d-\d\d)\)$/

export const listPages = tool({
  name: 'list_pages',
  title: 'List the pages of this site',
  description:
    'Lists the public pages of this site with their paths. To read a page, use read_page. To find pages by content, use search_site.',
  uses: [],
  input: {
    under: {
      type: 'string',
      maxLength: 200,
      pattern: '^/',
      default: '/',
      description: 'Path prefix, such as /docs/ or /blog/.',
    },
    limit: { ...limit, default: 20 },
    offset,
  },
  describeInput: ({ under }) => under,
  async run({ under, limit: most, offset: start }, { signal }) {
    const response = await fetchFor('/sitemap.md', { headers: { Accept: 'text/markdown' } }, signal)
    if (!response.ok) return errorResult(response)
    const pages = sanitize(await response.text())
      .split('\n')
      .flatMap((line) => {
        const [, title, address] = LINE.exec(line) ?? []
        if (!title || !address) return []
        return {
          title: sanitizeLine(title.replace(/\\(.)/g, '$1'), 80),
          path: new URL(address, location.href).pathname.slice(0, 200),
          updated: UPDATED.exec(line)?.[1] ?? null,
        }
      })
      .filter(({ path }) => path.startsWith(under))
    const hint = pages.length ? {} : { hint: 'No pages match. To list all pages, omit under.' }
    return listResult('pages', pages.slice(start, start + most), { total: pages.length, offset: start }, hint)
  },
})

export const readPage = tool({
  name: 'read_page',
  title: 'Read a page of this site',
  description:
    'Returns the text of a public page on this site as Markdown, in parts. Pass next_offset as offset in the next call. Private pages and other sites are not available.',
  uses: [],
  input: {
    path: {
      type: 'string',
      maxLength: 200,
      pattern: String.raw`^\/(?!\/|\\)[^\\?#\s]*$`,
      description: 'Path of the page, such as /docs/markdown.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'Position of the first character to return.',
    },
  },
  required: ['path'],
  describeInput: ({ path }) => path,
  async run({ path, offset }, { signal }) {
    const response = await fetchFor(path, { headers: { Accept: 'text/markdown' } }, signal)
    if (response.status === 404) {
      return failure('not_found', `There is no page at ${path}.`, {
        path: 'path',
        hint: 'Use search_site or list_pages to find pages.',
      })
    }
    if (!response.ok) return errorResult(response)
    if (!response.headers.get('Content-Type')?.startsWith('text/markdown')) {
      return failure('not_public', `${path} is not a public page. Use search_site to find public pages.`, {
        path: 'path',
      })
    }
    return withTextPart({ path }, 'markdown', sanitize(await response.text()), offset)
  },
})

const { q, type } = searchOperation.query

/** Pattern for a query that is not blank. JSON Schema cannot express that the server trims queries. */
const notBlank = String.raw`\S`

type SearchResponse = {
  results: { type: string; title: string; url: string; excerpt: string }[]
  total: number
}

export const searchSite = tool({
  name: 'search_site',
  title: 'Search this site',
  description:
    'Searches the published pages, documents and posts of this site. Returns titles, paths and short excerpts, best match first. To read a page, use read_page.',
  uses: [searchOperation],
  input: {
    query: { ...q, pattern: notBlank, description: 'Search text in plain words.' },
    type: { ...type, description: 'Only pages of this kind.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 10,
      default: 5,
      description: 'Maximum number of results.',
    },
  },
  required: ['query'],
  describeInput: ({ query }) => query,
  async run({ query, type: kind, limit }, { call }) {
    const { data: found } = await call<SearchResponse>(searchOperation, {
      query: { q: query, limit, type: kind },
    })
    const results = found.results.map((result) => ({
      type: result.type,
      title: sanitizeLine(result.title),
      path: new URL(result.url).pathname.slice(0, 200),
      excerpt: sanitizeLine(result.excerpt, 200),
    }))
    const hint = found.total === 0 ? { hint: 'Try fewer or different words.' } : {}
    const answer = { ok: true as const, total: found.total, results, ...hint }
    while (results.length && !fitsBudget(answer)) results.pop()
    return answer
  },
})
