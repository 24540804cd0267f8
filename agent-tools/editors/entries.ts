import type { Property } from '#agent-tools/tool/schema.ts'
import { createEntry, readEntry } from '#agent-tools/editors/operations.ts'
import { short } from '#agent-tools/tool/text.ts'

/** An entry as the site answers it. */
export type Entry = {
  id: string
  type: string
  path: string
  slug: string
  title: string
  description: string
  body: string
  tags: string[]
  section: string | null
  order: number | null
  author: string | null
  published_on: string | null
  status: string
  live_version: number | null
  version: number
  updated_at: string
}
export type OneEntry = { entry: Entry }

const { type, id } = readEntry.params

/** What names an entry. */
export const ofEntry = {
  type: { ...type, description: 'Of which type it is.' },
  id: { ...id, description: 'The id of the entry, as list_entries gives it.' },
} satisfies Record<string, Property>

const { slug, title, description, body, tags, section, author, order, published_on } = createEntry.body

/** What an editor writes. */
export const written = {
  slug,
  title: { ...title, description: 'What stands above it and in lists.' },
  description,
  body,
  tags,
  section,
  order,
  author,
  published_on,
}
export const writtenNames = Object.keys(written)

/** Fields that are null when they are given empty. */
const emptied = ['section', 'author', 'published_on']

/** What was given, as the site takes it. */
export const cleared = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === '' && emptied.includes(name) ? null : value,
    ]),
  )

/** The editable fields of an entry as it stands. */
export const fieldsOf = (entry: Entry): Record<string, unknown> =>
  Object.fromEntries(writtenNames.map((name) => [name, entry[name as keyof Entry]]))

/** What a tool tells of an entry. */
export const shownEntry = (entry: Omit<Entry, 'body'>) => ({
  type: entry.type,
  id: entry.id,
  version: entry.version,
  status: entry.status,
  title: short(entry.title, 80),
  path: entry.path.slice(0, 210),
  page: `/admin/content/${entry.type}/${entry.id}`,
})
