import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound, found } from '#app/errors.ts'
import {
  REFERENCE,
  type Entry,
  type EntryType,
  type SearchAnswer,
  type SearchQuery,
} from '#app/features/content/schema.ts'
import { withDemoLinks } from '#app/features/content/render/home.server.tsx'
import { translateLabels } from '#app/features/content/render/labels.server.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { markdownPath } from '#app/site/paths.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'

/**
 * Returns the number of published entries per type, and the ten latest changes. Generated pages are not counted, because
 * the list of content does not have them. Requires access to the console.
 */
export async function summarizeContent(ctx: Context) {
  allow(ctx, 'console:open')
  const { authored } = ctx.contentIndex
  const ofType = (type: string) => authored.filter((entry) => entry.type === type).length
  return {
    counts: { pages: ofType('page'), docs: ofType('doc'), posts: ofType('post') },
    recent: [...authored]
      .sort((a, b) => b.updated.localeCompare(a.updated) || a.path.localeCompare(b.path))
      .slice(0, 10)
      .map(({ path, title, updated }) => ({ path, title, updated })),
  }
}

/** Returns the published entry at a path. Public. Throws `NotFound`. */
export async function readEntry(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  { path }: { path: string },
): Promise<Entry> {
  return found(contentIndex.find(path), 'There is no page at this URL.')
}

/**
 * Returns the body of an entry as static HTML. Examples on generated pages use this site's URL. Links to documents that
 * this site does not have become text. Links to the demo are included only if the demo is on.
 */
export async function readBody(
  { contentIndex, config }: Pick<Context, 'contentIndex' | 'config'>,
  entry: Entry,
): Promise<string> {
  const messages = messagesOf(contentIndex.site)
  const html = translateLabels(withDemoLinks(await contentIndex.html(entry), config.demo), messages)
  if (!entry.isMade) return html
  const hasDocs = contentIndex.list('doc').length > 0
  const has = (path: string) => (path === '/docs' ? hasDocs : contentIndex.find(path) !== undefined)
  return withoutDeadLinks(html.replaceAll(EXAMPLE_ORIGIN, config.siteUrl), has)
}

/** Replaces links to pages of the manual that this site does not have with their text. */
export const withoutDeadLinks = (html: string, has: (path: string) => boolean): string =>
  html.replace(
    /<a href="(\/(?:docs|blog|about|changelog|contact|privacy|terms)[^"]*)"[^>]*>(.*?)<\/a>/g,
    (link, target: string, text: string) => (has(target.split('#')[0]!) ? link : text),
  )

/**
 * Lists published entries of a type: documents in reading order, posts newest first, pages by path. `tag` filters the
 * entries. Public.
 */
export async function listEntries(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  { type, tag }: { type: EntryType; tag?: string | undefined },
): Promise<readonly Entry[]> {
  const entries = contentIndex.list(type)
  return tag === undefined ? entries : entries.filter(({ tags }) => tags.includes(tag))
}

/**
 * Returns the documents in the navigation beside an entry, in reading order: the listed documents, the unlisted
 * reference for its own documents, or none for other types. Public.
 */
export function documentsAround({ contentIndex }: Pick<Context, 'contentIndex'>, entry: Entry) {
  if (entry.type !== 'doc') return []
  return contentIndex.unlisted.includes(entry) ? contentIndex.unlisted : contentIndex.list('doc')
}

/** Number of entries per list page. */
const PAGE_SIZE = 20

type EntryListQuery = { type: EntryType; tag?: string | undefined; page: string | null }

/**
 * Returns a page of a list. `page` is the page number from the URL, counted from 1, or null for the first page. The
 * first page exists even without entries. Public. Throws `NotFound`.
 */
export async function pageOfEntries(ctx: Pick<Context, 'contentIndex'>, { page, ...wanted }: EntryListQuery) {
  const entries = await listEntries(ctx, wanted)
  const pages = Math.max(1, Math.ceil(entries.length / PAGE_SIZE))
  const number = page === null ? 1 : /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 0
  if (number < 1 || number > pages)
    throw new NotFound('This page of the list does not exist. Open the first page.')
  return { entries: entries.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE), number, pages }
}

/**
 * Returns the previous and next document in reading order, within the guide or within the reference. Returns null
 * before the first and after the last document, and for other entries. Public.
 */
export function neighbours(ctx: Pick<Context, 'contentIndex'>, entry: Entry) {
  const isReference = entry.section === REFERENCE
  const all = documentsAround(ctx, entry)
  const docs = all.filter(({ section }) => (section === REFERENCE) === isReference)
  const place = docs.findIndex(({ path }) => path === entry.path)
  return {
    previous: place < 0 ? null : (docs[place - 1] ?? null),
    next: place < 0 ? null : (docs[place + 1] ?? null),
  }
}

/** Searches published entries. Counts searches without a result. Returns absolute URLs. Public. */
export async function searchContent(
  {
    contentIndex,
    config,
    readers,
    origin,
  }: Pick<Context, 'contentIndex' | 'config' | 'readers'> & Partial<Pick<Context, 'origin'>>,
  { q, type, limit }: SearchQuery,
): Promise<SearchAnswer> {
  const { results, total, partial } = await contentIndex.search(q, { type, limit })
  if (total === 0) readers.text(origin?.reader, 'search', q)
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
    partial,
  }
}
