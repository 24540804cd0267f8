import type { Context } from '#app/context.server.ts'
import { type Entry, sections } from '#app/features/content/schema.ts'

/** Public page. `updated` is the date of the page's last change, `YYYY-MM-DD`. */
export type Address = { path: string; title: string; description: string; updated: string }

/**
 * Returns the list pages that have entries. `updated` is the date of the newest entry. Tags are sorted alphabetically.
 */
function listings(entries: readonly Entry[]): { docs: Address[]; blog: Address[]; tags: Address[] } {
  const newest = { docs: '', blog: '' }
  const tags = new Map<string, string>()
  const later = (one: string, other = '') => (one > other ? one : other)
  for (const { type, updated, tags: carried } of entries) {
    if (type === 'doc') newest.docs = later(updated, newest.docs)
    if (type !== 'post') continue
    newest.blog = later(updated, newest.blog)
    for (const tag of carried) tags.set(tag, later(updated, tags.get(tag)))
  }
  const listing = (path: string, title: string, description: string, updated: string) =>
    updated ? [{ path, title, description, updated }] : []
  return {
    docs: listing('/docs', 'Documentation', 'All documents, by section.', newest.docs),
    blog: listing('/blog', 'Blog', 'All posts, newest first.', newest.blog),
    tags: [...tags]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([tag, updated]) =>
        listing(`/blog/tags/${tag}`, `Posts about ${tag}`, `All posts tagged ${tag}.`, updated),
      ),
  }
}

/** Returns every entry and list page for a sitemap, without duplicates, sorted by path. */
export function allAddresses(entries: readonly Entry[]): Address[] {
  const { docs, blog, tags } = listings(entries)
  const all = new Map([...entries, ...docs, ...blog, ...tags].map((address) => [address.path, address]))
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Published entries by kind: documents in reading order, posts newest first. */
type Outline = {
  /** The home page is first. */
  pages: readonly Entry[]
  /** Sections without documents are omitted. */
  sections: { name: string; docs: Entry[] }[]
  posts: readonly Entry[]
  listings: { docs: Address[]; blog: Address[]; tags: Address[] }
}

/** Returns the published entries by kind. Public. */
export async function outline({ contentIndex }: Pick<Context, 'contentIndex'>): Promise<Outline> {
  const docs = contentIndex.list('doc')
  return {
    pages: contentIndex.list('page'),
    sections: sections
      .map((name) => ({ name, docs: docs.filter(({ section }) => section === name) }))
      .filter((section) => section.docs.length > 0),
    posts: contentIndex.list('post'),
    listings: listings(contentIndex.entries),
  }
}

/** Builds a Markdown link and escapes its text. */
export const link = (title: string, address: string) =>
  `[${oneLine(title).replace(/[\\[\]]/g, '\\$&')}](${address})`

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
