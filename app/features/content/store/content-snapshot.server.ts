import { createHash } from 'node:crypto'
import { type Entry, type EntryType, sections } from '#app/features/content/schema.ts'
import type { Skill } from '#app/features/content/store/skills.server.ts'

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

/** What the CMS shows at a path: an entry, or with null nothing, whatever a file says. */
type CmsOverride = { path: string; entry: Entry | null }

/** What the database publishes anew, by the CMS's id: null is shown no more. `redirects` are all that there are. */
export type PublishedChanges = {
  written: { id: string; shown: CmsOverride | null }[]
  redirects?: ReadonlyMap<string, string> | undefined
}

/** Where published content comes from: what was written comes before the files, and those before what is made. */
export type ContentSources = {
  files: readonly Entry[]
  skills: readonly Skill[]
  made: readonly Entry[]
  written: ReadonlyMap<string, CmsOverride>
  redirects: ReadonlyMap<string, string>
}

export type ContentSnapshot = {
  digest: string
  entries: readonly Entry[]
  byPath: ReadonlyMap<string, Entry>
  lists: Record<EntryType, readonly Entry[]>
}

/**
 * Puts the parts together. The digest is the same wherever the parts and the version are. `before` is what stood until now:
 * lists that are in order already but for a few entries are soon in order again.
 */
export function createSnapshot(
  parts: ContentSources,
  version: string,
  before: ContentSnapshot | null = null,
): ContentSnapshot {
  const { files, skills, made, written, redirects } = parts
  const shown = new Map<string, Entry | null>()
  for (const { path, entry } of written.values()) shown.set(path, entry)
  for (const entry of [...files, ...made]) if (!shown.has(entry.path)) shown.set(entry.path, entry)
  const byPath = new Map<string, Entry>()
  let all = 0n
  for (const [path, entry] of shown) {
    if (!entry) continue
    byPath.set(path, entry)
    all ^= digestPartOf(entry)
  }
  const stayed = before ? before.entries.filter((entry) => byPath.get(entry.path) === entry) : []
  const known = new Set(stayed)
  const entries = [...stayed, ...[...byPath.values()].filter((entry) => !known.has(entry))]
  const facts = [version, all.toString(16), skills.map(({ digest }) => digest), [...redirects].sort()]
  const lists = inOrder(entries)
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest('hex'),
    entries: [...lists.page, ...lists.doc, ...lists.post],
    byPath,
    lists,
  }
}

/** What stands for an entry in the digest: of all of them together the order does not count. */
const stamps = new WeakMap<Entry, bigint>()

function digestPartOf(entry: Entry): bigint {
  const known = stamps.get(entry)
  if (known !== undefined) return known
  const { path, file, hash } = entry
  const stamp = BigInt(
    `0x${createHash('sha256')
      .update(JSON.stringify([path, file, hash]))
      .digest('hex')}`,
  )
  stamps.set(entry, stamp)
  return stamp
}

export function withChanges(before: ReadonlyMap<string, CmsOverride>, changes: PublishedChanges['written']) {
  const written = new Map(before)
  for (const { id, shown } of changes) {
    if (shown) written.set(id, shown)
    else written.delete(id)
  }
  return written
}
