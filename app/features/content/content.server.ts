import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound, found } from '#app/errors.ts'
import type { Entry, EntryType, SearchAnswer, SearchQuery } from '#app/features/content/schema.ts'
import { markdownPath } from '#app/site/paths.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'

/** How much is published, by type, and the ten entries that changed last. For whoever may open the console. */
export async function summarizeContent(ctx: Context) {
  allow(ctx, 'console:open')
  const { entries } = ctx.contentIndex
  const ofType = (type: string) => entries.filter((entry) => entry.type === type).length
  return {
    counts: { pages: ofType('page'), docs: ofType('doc'), posts: ofType('post') },
    recent: [...entries]
      .sort((a, b) => b.updated.localeCompare(a.updated) || a.path.localeCompare(b.path))
      .slice(0, 10)
      .map(({ path, title, updated }) => ({ path, title, updated })),
  }
}

/** The published entry at a path. Open to everyone. Throws `NotFound`. */
export async function readEntry(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  { path }: { path: string },
): Promise<Entry> {
  return found(contentIndex.find(path), 'There is no page at this URL.')
}

/** The body of an entry as static HTML. The examples of a page that is made speak of this site's own address. */
export async function readBody(
  { contentIndex, config }: Pick<Context, 'contentIndex' | 'config'>,
  entry: Entry,
): Promise<string> {
  const html = await contentIndex.html(entry)
  return entry.isMade ? html.replaceAll(EXAMPLE_ORIGIN, config.siteUrl) : html
}

/**
 * The published entries of a type: documents in reading order, posts newest first, pages by address. `tag` keeps those
 * that carry it. Open to everyone.
 */
export async function listEntries(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  { type, tag }: { type: EntryType; tag?: string | undefined },
): Promise<readonly Entry[]> {
  const entries = contentIndex.list(type)
  return tag === undefined ? entries : entries.filter(({ tags }) => tags.includes(tag))
}

/** How many entries a page of a listing shows. */
const PAGE_SIZE = 20

type EntryListQuery = { type: EntryType; tag?: string | undefined; page: string | null }

/**
 * One page of a listing. `page` is its number from 1 on, as it stands in an address; null is the first, which is always
 * there, even when it is empty. Open to everyone. Throws `NotFound`.
 */
export async function pageOfEntries(ctx: Pick<Context, 'contentIndex'>, { page, ...wanted }: EntryListQuery) {
  const entries = await listEntries(ctx, wanted)
  const pages = Math.max(1, Math.ceil(entries.length / PAGE_SIZE))
  const number = page === null ? 1 : /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 0
  if (number < 1 || number > pages) throw new NotFound('There is no such page of this list.')
  return { entries: entries.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE), number, pages }
}

/** The documents before and after this one in reading order; null at the ends and for what is no document. Open to everyone. */
export async function neighbours(ctx: Pick<Context, 'contentIndex'>, { path }: { path: string }) {
  const docs = await listEntries(ctx, { type: 'doc' })
  const place = docs.findIndex((entry) => entry.path === path)
  return {
    previous: place < 0 ? null : (docs[place - 1] ?? null),
    next: place < 0 ? null : (docs[place + 1] ?? null),
  }
}

/** Searches what is published; addresses are absolute. Open to everyone. */
export async function searchContent(
  { contentIndex, config }: Pick<Context, 'contentIndex' | 'config'>,
  { q, type, limit }: SearchQuery,
): Promise<SearchAnswer> {
  const { results, total } = await contentIndex.search(q, { type, limit })
  return {
    query: q,
    results: results.flatMap(({ path, excerpt, score }) => {
      const entry = contentIndex.find(path)
      if (!entry) return []
      const url = new URL(path, config.siteUrl).href
      const twin = new URL(markdownPath(path), config.siteUrl).href
      return [{ type: entry.type, title: entry.title, url, markdown_url: twin, excerpt, score }]
    }),
    total,
  }
}
