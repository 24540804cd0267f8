import { sections, type Entry, type EntryType } from '#app/features/content/schema.ts'

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1)
const sectionOf = ({ section }: Entry) => (section ? sections.indexOf(section) : sections.length)

/** Dates are ISO 8601, so that their order as text is their order in time. */
const newestFirst = ({ published: a = '' }: Entry, { published: b = '' }: Entry) =>
  a === b ? 0 : a < b ? 1 : -1

/** Documents in reading order, posts newest first, pages by address. */
const orders: Record<EntryType, (a: Entry, b: Entry) => number> = {
  page: byPath,
  doc: (a, b) => sectionOf(a) - sectionOf(b) || (a.order ?? 0) - (b.order ?? 0) || byPath(a, b),
  post: (a, b) => newestFirst(a, b) || byPath(a, b),
}

/** The entries of each type in the order in which they are listed. */
export function inOrder(entries: readonly Entry[]): Record<EntryType, readonly Entry[]> {
  const list = (type: EntryType) => entries.filter((entry) => entry.type === type).sort(orders[type])
  return { page: list('page'), doc: list('doc'), post: list('post') }
}
