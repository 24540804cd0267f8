import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { found, invalidField } from '#app/errors.ts'
import { answerFromSite } from '#app/features/chat/answering/extractive-answer.server.ts'
import type { Citation } from '#app/features/chat/schema.ts'
import { searchContent } from '#app/features/content/content.server.ts'
import { allAddresses, type Address } from '#app/features/content/discovery/outline.server.ts'
import { searchSite } from '#app/features/content/operations.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { readFrontMatter } from '#app/features/content/store/files.server.ts'
import { normalizePath } from '#app/http/protocol/normalize-path.ts'
import { defineTool, type McpTool, readHints } from '#app/mcp/tool.server.ts'
import { callSiteTools } from '#app/openapi/mcp.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { boundedInteger } from '#app/primitives/schema.ts'
import { truncate } from '#app/primitives/text.ts'
import { pageOfMarkdownPath } from '#app/site/paths.ts'

const { q, type } = searchSite.query.shape

/** Maximum number of characters of a page in one result. */
export const MAX_TEXT = 20_000

const pageId = z.string().meta({ description: 'Path of the page. Pass it to fetch.' })
const pageUrl = z.string().meta({ format: 'uri', description: 'URL of the page, for citations.' })
const pageTitle = z.string().meta({ description: 'Title of the page.' })
const offset = boundedInteger(0, 10_000_000).default(0)
const nextOffset = z
  .int()
  .nullable()
  .meta({ description: 'Pass this as offset to continue. Null at the end.' })

const search = defineTool({
  name: 'search',
  title: 'Search this site',
  description:
    'Searches the published pages, documents and posts of this site. Use this first to find pages by topic. Returns titles, URLs and short excerpts, best match first. To read a result, pass its id to fetch. If there are no results, try fewer or different words.',
  operation: searchSite,
  input: z.strictObject({
    query: q.meta({ description: 'Search text in plain words.' }),
    type,
    limit: boundedInteger(1, 10).default(5).meta({ description: 'Maximum number of results.' }),
  }),
  output: z.looseObject({
    total: z.int().meta({ description: 'Number of matching pages.' }),
    results: z
      .array(
        z.looseObject({
          id: pageId,
          type: z.enum(entryTypes).meta({ description: 'Kind of page.' }),
          title: pageTitle,
          url: pageUrl,
          excerpt: z.string().meta({ description: 'Plain text around the first match.' }),
        }),
      )
      .meta({ description: 'Matching pages, best first.' }),
  }),
  levels: 2,
  annotations: readHints,
  async rule({ ctx }, { query, ...rest }) {
    const { total, results } = await searchContent(ctx, { q: query, ...rest })
    return {
      total,
      results: results.map(({ type: kind, title, url, excerpt }) => ({
        ...{ id: new URL(url).pathname, type: kind, title, url, excerpt },
      })),
    }
  },
})

const fetchPage = defineTool({
  name: 'fetch',
  title: 'Read a page of this site',
  description: `Returns the text of a public page of this site as Markdown. Pass an id from search or list_pages, or a URL of this site. Long pages are returned in parts of up to ${formatInteger(MAX_TEXT)} characters: pass next_offset as offset in the next call. Cite url. Private pages and other sites are not available.`,
  operation: callSiteTools,
  input: z.strictObject({
    id: z
      .string({ error: 'Enter the path or the URL of a page.' })
      .trim()
      .min(1, { error: 'Enter the path or the URL of a page.' })
      .max(500, { error: 'Use at most 500 characters.' })
      .meta({ description: 'Path of the page, such as /docs/markdown, or its URL.' }),
    offset: offset.meta({ description: 'Position of the first character to return.' }),
  }),
  output: z.looseObject({
    id: pageId,
    title: pageTitle,
    text: z.string().meta({ description: 'Text of the page as Markdown.' }),
    url: pageUrl,
    metadata: z.looseObject({
      lang: z.string().meta({ description: 'Language of the page.' }),
      last_updated: z.string().nullable().meta({ description: 'Date of the last change, or null.' }),
    }),
    next_offset: nextOffset,
  }),
  levels: 2,
  annotations: readHints,
  async rule({ ctx, pages, signal }, { id, offset: start }) {
    const path = found(await publicPath(ctx, id), unknownPage(id))
    const markdown = found(await pages.markdown(path), unknownPage(id))
    signal.throwIfAborted()
    ctx.readers.view(ctx.origin?.reader, path, 'markdown')
    const page = readFrontMatter(markdown, pageMatter)
    if ('problems' in page) throw new Error(`The Markdown of ${path} has no front matter.`)
    const text = page.body.trimStart()
    if (start > 0 && start >= text.length)
      throw invalidField('offset', `Use an offset below ${text.length}, the length of the page.`)
    const end = partEnd(text, start)
    return {
      id: path,
      title: page.data.title,
      text: text.slice(start, end),
      url: page.data.canonical_url ?? new URL(path, ctx.config.siteUrl).href,
      metadata: { lang: page.data.lang, last_updated: page.data.last_updated ?? null },
      next_offset: end < text.length ? end : null,
    }
  },
})

const unknownPage = (id: string) =>
  `There is no public page at ${truncate(id, 200)}. Use search or list_pages to find pages.`

/** Front matter of a page as Markdown. */
const pageMatter = z.looseObject({
  title: z.string(),
  canonical_url: z.string().optional(),
  last_updated: z.string().optional(),
  lang: z.string(),
})

/** Returns the path of a public page, or null. Accepts paths, URLs of this site, `.md` and redirected paths. */
async function publicPath(ctx: Context, id: string): Promise<string | null> {
  const { siteUrl } = ctx.config
  const url = URL.canParse(id, siteUrl) ? new URL(id, siteUrl) : null
  const given = url?.origin === new URL(siteUrl).origin ? normalizePath(url.pathname) : null
  if (given === null) return null
  const path = (pageOfMarkdownPath(given) ?? given).toLowerCase()
  const isPublic = async (one: string) =>
    ctx.contentIndex.find(one) !== undefined || (await addresses(ctx)).byPath.has(one)
  if (await isPublic(path)) return path
  const target = ctx.contentIndex.redirectOf(path)
  return target !== undefined && (await isPublic(target)) ? target : null
}

/** Returns the end of a part of the text: after its last line break, and not inside a surrogate pair. */
function partEnd(text: string, start: number): number {
  const end = start + MAX_TEXT
  if (end >= text.length) return text.length
  const line = text.lastIndexOf('\n', end - 1)
  return line > start ? line + 1 : start + truncate(text.slice(start, end + 1), MAX_TEXT).length
}

type Addresses = { all: Address[]; byPath: ReadonlySet<string> }

/** Returns the pages of the sitemap, sorted once for each version of the content. */
const addresses = ({ revisionCache, contentIndex }: Context): Promise<Addresses> =>
  revisionCache.recall('mcp pages', contentIndex.digest, async () => {
    const all = allAddresses(contentIndex.entries)
    return { all, byPath: new Set(all.map(({ path }) => path)) }
  })

const listPages = defineTool({
  name: 'list_pages',
  title: 'List the pages of this site',
  description:
    'Lists the public pages of this site by path, with the date of their last change. Use this to list the pages below a path, or to find changed pages. To find pages by topic, use search. To read a page, pass its id to fetch.',
  operation: callSiteTools,
  input: z.strictObject({
    under: z
      .string()
      .max(200, { error: 'Use at most 200 characters.' })
      .regex(/^\//, { error: 'Start the path with /.' })
      .default('/')
      .meta({ description: 'Path prefix, such as /docs/ or /blog/.' }),
    limit: boundedInteger(1, 100).default(50).meta({ description: 'Maximum number of pages.' }),
    offset: offset.meta({ description: 'Number of pages to skip.' }),
  }),
  output: z.looseObject({
    pages: z
      .array(
        z.looseObject({
          id: pageId,
          title: pageTitle,
          url: pageUrl,
          updated: z.string().meta({ description: 'Date of the last change.' }),
        }),
      )
      .meta({ description: 'Pages below the path, sorted by path.' }),
    total: z.int().meta({ description: 'Number of pages below the path.' }),
    next_offset: nextOffset,
  }),
  levels: 2,
  annotations: readHints,
  async rule({ ctx }, { under, limit, offset: start }) {
    const matching = (await addresses(ctx)).all.filter(({ path }) => path.startsWith(under))
    const end = start + limit
    return {
      pages: matching.slice(start, end).map(({ path, title, updated }) => ({
        ...{ id: path, title, url: new URL(path, ctx.config.siteUrl).href, updated },
      })),
      total: matching.length,
      next_offset: end < matching.length ? end : null,
    }
  },
})

const ask = defineTool({
  name: 'ask',
  title: 'Ask a question about this site',
  description:
    'Quotes the published passage that best matches a question about this site, and cites up to four passages. It does not write text, and it says if the pages do not cover the question. Ask one thing in a full sentence. Nothing is stored. To read whole pages, use search and fetch.',
  operation: callSiteTools,
  input: z.strictObject({
    question: z
      .string({ error: 'Enter a question.' })
      .trim()
      .min(1, { error: 'Enter a question.' })
      .max(1_000, { error: 'Use at most 1,000 characters.' })
      .meta({ description: 'Question in a full sentence.' }),
  }),
  output: z.looseObject({
    answer: z.string().meta({ description: 'Quote in Markdown, with a link to its source.' }),
    citations: z
      .array(
        z.looseObject({
          n: z.int().meta({ description: 'Number of the citation in the text.' }),
          title: pageTitle,
          url: pageUrl,
          heading: z.string().meta({ description: 'Heading of the passage.' }),
        }),
      )
      .meta({ description: 'Cited passages, best first.' }),
  }),
  levels: 2,
  annotations: readHints,
  limit: 'mcp_ask',
  deadline: 30,
  async rule({ ctx, signal }, { question }) {
    let answer = ''
    const citations: Pick<Citation, 'n' | 'title' | 'url' | 'heading'>[] = []
    for await (const piece of answerFromSite(ctx, { question, earlier: [] })) {
      signal.throwIfAborted()
      if ('text' in piece) answer += piece.text
      else if ('citation' in piece) {
        const { n, title, url, heading } = piece.citation
        citations.push({ n, title, url, heading })
      }
    }
    return { answer, citations }
  },
})

/** Tools that all callers can use. ChatGPT expects `search` and `fetch` with these names and fields. */
export const siteTools: readonly McpTool[] = [search, fetchPage, listPages, ask]
