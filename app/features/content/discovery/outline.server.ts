import type { Context } from '#app/context.server.ts'
import { listings, type Address } from '#app/features/content/discovery/addresses.server.ts'
import { sections, type Entry } from '#app/features/content/schema.ts'

/** Everything that is published, as a reader expects it: documents in reading order, posts newest first. */
export type Outline = {
  /** Home first. */
  pages: readonly Entry[]
  /** Only sections that have documents. */
  sections: { name: string; docs: Entry[] }[]
  posts: readonly Entry[]
  listings: { docs: Address[]; blog: Address[]; tags: Address[] }
}

/** Open to everyone. */
export async function outline({ library }: Pick<Context, 'library'>): Promise<Outline> {
  const docs = library.list('doc')
  return {
    pages: library.list('page'),
    sections: sections
      .map((name) => ({ name, docs: docs.filter(({ section }) => section === name) }))
      .filter((section) => section.docs.length > 0),
    posts: library.list('post'),
    listings: listings(library.entries),
  }
}

/** A Markdown link whose text may hold any sign. */
export const link = (title: string, address: string) =>
  `[${oneLine(title).replace(/[\\[\]]/g, '\\$&')}](${address})`

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
