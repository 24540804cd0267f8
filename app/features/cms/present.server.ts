import type { CmsEntry, EntryInput, ListedEntry } from '#app/features/cms/schema.ts'
import type { EntryPatch, EntryRow } from '#app/features/cms/store.server.ts'
import { sections, type Entry, type EntryType, type Section } from '#app/features/content/schema.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import type { PublishedFields } from '#app/features/content/store/publishing.server.ts'
import { fromJson } from '#app/primitives/json.ts'

const FILE_ID_PREFIX = 'file:'

/**
 * Returns the id of a content file in lists of entries. The id contains no slashes, so that it fits into a path
 * segment.
 */
export const fileId = (slug: string): string => FILE_ID_PREFIX + slug.replaceAll('/', ':')

/** Returns the slug of the content file that an id refers to, or null for the id of an entry. */
export const slugOfFile = (id: string): string | null =>
  id.startsWith(FILE_ID_PREFIX) ? id.slice(FILE_ID_PREFIX.length).replaceAll(':', '/') : null

export const typeOf = ({ type }: Pick<EntryRow, 'type'>) => type as EntryType

/** Returns the editable fields of a row. */
export const fieldsOf = (row: EntryRow): EntryInput => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  body: row.body,
  tags: fromJson(row.tags),
  section: row.section as Section | null,
  order: row.position,
  author: row.author,
  published_on: row.dated,
})

/** Returns the editable fields of a content file. */
export const fieldsOfFile = (entry: Entry): EntryInput => ({
  slug: entry.slug,
  title: entry.title,
  description: entry.description,
  body: entry.body.replace(/^\n+/, ''),
  tags: [...entry.tags],
  section: entry.section ?? null,
  order: entry.order ?? null,
  author: entry.author ?? null,
  published_on: entry.published ?? null,
})

/** Converts editable fields to columns. */
export const columnsOf = ({ tags, order, published_on, ...rest }: EntryInput) =>
  ({ ...rest, tags: JSON.stringify(tags), position: order, dated: published_on }) satisfies EntryPatch

export function presentEntry(row: EntryRow): CmsEntry {
  const type = typeOf(row)
  return {
    id: row.id,
    type,
    path: pathOfEntry({ type, slug: row.slug }),
    ...fieldsOf(row),
    status: row.status as CmsEntry['status'],
    source: 'cms',
    overrides_file: row.overrides_file === 1,
    live_version: row.live_version,
    author_id: row.author_id,
    published_at: row.published_at,
    scheduled_at: row.scheduled_at,
    trouble: row.trouble,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
  }
}

/** Converts a content file without a CMS entry to an entry with version 0. */
export function presentFile(entry: Entry): CmsEntry {
  const day = `${entry.updated}T00:00:00.000Z`
  return {
    id: fileId(entry.slug),
    type: entry.type,
    path: entry.path,
    ...fieldsOfFile(entry),
    status: 'published',
    source: 'file',
    overrides_file: false,
    live_version: 0,
    author_id: null,
    published_at: null,
    scheduled_at: null,
    trouble: null,
    version: 0,
    created_at: day,
    updated_at: day,
    updated_by: null,
  }
}

export const withoutBody = ({ body: _body, ...rest }: CmsEntry): ListedEntry => rest

/** Builds the published fields of an entry. `at.first` is the time of the first publication. */
export function shownOf(
  type: EntryType,
  fields: EntryInput,
  at: { first: string; now: string },
): PublishedFields {
  const { slug, title, description, body, tags, section, order, author, published_on } = fields
  return {
    type,
    slug,
    path: pathOfEntry({ type, slug }),
    title,
    description,
    updated: at.now.slice(0, 10),
    tags,
    body,
    ...(type === 'doc' ? { section: section ?? sections[0], order: order ?? 0 } : {}),
    ...(type === 'post' ? { published: published_on ?? at.first.slice(0, 10), author: author ?? '' } : {}),
  }
}
