import { markdownPath } from '#app/features/content/paths.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import {
  sections,
  type Entry,
  type EntryType,
  type SearchAnswer,
  type SearchQuery,
} from '#app/features/content/schema.ts'

/** The published entry at a path. Open to everyone. Throws `NotFound`. */
export async function readEntry(
  { library }: Pick<Context, 'library'>,
  { path }: { path: string },
): Promise<Entry> {
  const entry = library.find(path)
  if (!entry) throw new NotFound(`There is no page at ${path}.`)
  return entry
}

/**
 * The published entries of a type: documents in reading order, posts newest first, pages by address. `tag` keeps those
 * that carry it. Open to everyone.
 */
export async function listEntries(
  { library }: Pick<Context, 'library'>,
  { type, tag }: { type: EntryType; tag?: string | undefined },
): Promise<Entry[]> {
  return library.entries
    .filter((entry) => entry.type === type && (tag === undefined || entry.tags.includes(tag)))
    .sort(orders[type])
}

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1)
const sectionOf = ({ section }: Entry) => (section ? sections.indexOf(section) : sections.length)

const orders: Record<EntryType, (a: Entry, b: Entry) => number> = {
  page: byPath,
  doc: (a, b) => sectionOf(a) - sectionOf(b) || (a.order ?? 0) - (b.order ?? 0) || byPath(a, b),
  post: (a, b) => (b.published ?? '').localeCompare(a.published ?? '') || byPath(a, b),
}

/** The documents before and after this one in reading order; null at the ends and for what is no document. Open to everyone. */
export async function neighbours(ctx: Pick<Context, 'library'>, { path }: { path: string }) {
  const docs = await listEntries(ctx, { type: 'doc' })
  const place = docs.findIndex((entry) => entry.path === path)
  return {
    previous: place < 0 ? null : (docs[place - 1] ?? null),
    next: place < 0 ? null : (docs[place + 1] ?? null),
  }
}

/** Searches what is published; addresses are absolute. Open to everyone. */
export async function searchContent(
  { library, config }: Pick<Context, 'library' | 'config'>,
  { q, type, limit }: SearchQuery,
): Promise<SearchAnswer> {
  const { results, total } = await library.search(q, { type, limit })
  return {
    query: q,
    results: results.flatMap(({ path, excerpt, score }) => {
      const entry = library.find(path)
      if (!entry) return []
      const url = new URL(path, config.siteUrl).href
      const twin = new URL(markdownPath(path), config.siteUrl).href
      return [{ type: entry.type, title: entry.title, url, markdown_url: twin, excerpt, score }]
    }),
    total,
  }
}
