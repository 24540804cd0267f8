import {
  createEntry,
  listEntries as listOperation,
  readEntry as readOperation,
} from '#agent-tools/editors/operations.ts'
import { limit, offset } from '#agent-tools/tool/inputs.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { sanitize, listResult, shorten, withTextPart } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** An entry as the site answers it. */
type Entry = {
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
export type EntryResponse = { entry: Entry }

const { type, id } = readOperation.params

/** What names an entry. */
export const entryInputs = {
  type: { ...type, description: 'Of which type it is.' },
  id: { ...id, description: 'The id of the entry, as list_entries gives it.' },
} satisfies Record<string, Property>

const { slug, title, description, body, tags, section, author, order, published_on } = createEntry.body

/** What an editor writes. */
export const editableInputs = {
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
export const editableNames = Object.keys(editableInputs)

/** Fields that are null when they are given empty. */
const nullableNames = ['section', 'author', 'published_on']

/** What was given, as the site takes it. */
export const emptyToNull = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === '' && nullableNames.includes(name) ? null : value,
    ]),
  )

/** The editable fields of an entry as it stands. */
export const editableFields = (entry: Entry): Record<string, unknown> =>
  Object.fromEntries(editableNames.map((name) => [name, entry[name as keyof Entry]]))

/** What a tool tells of an entry. */
export const presentEntry = (entry: Omit<Entry, 'body'>) => ({
  type: entry.type,
  id: entry.id,
  version: entry.version,
  status: entry.status,
  title: shorten(entry.title, 80),
  path: entry.path.slice(0, 210),
  page: `/admin/content/${entry.type}/${entry.id}`,
})

const { q, status } = listOperation.query

type EntriesResponse = { entries: Omit<Entry, 'body'>[]; total: number; offset: number }

export const listEntries = tool({
  name: 'list_entries',
  title: 'List what the site holds',
  description:
    'Lists the entries of one type: pages, documents or posts, drafts included, what was changed last first. Returns their ids, which the other tools for entries take.',
  uses: [listOperation],
  input: {
    type: entryInputs.type,
    query: { ...q, description: 'A part of the title, the address or the description.' },
    status: {
      ...status,
      description: 'Only those that stand so; files are those that nobody has edited here.',
    },
    limit,
    offset,
  },
  required: ['type'],
  describeInput: ({ type, query }) => [type, query].filter(Boolean).join(': '),
  async run({ type, query: q, status, limit, offset }, { call }) {
    const { data } = await call<EntriesResponse>(listOperation, {
      params: { type },
      query: { q, status, limit, offset },
    })
    return listResult('entries', data.entries.map(presentEntry), data)
  },
})

export const readEntry = tool({
  name: 'read_entry',
  title: 'Read an entry as its editors do',
  description:
    'Returns an entry with the text that editors see, which may differ from what readers have, and its version. Long texts come in parts: give next_offset of one answer as offset of the next call.',
  uses: [readOperation],
  input: { ...entryInputs, offset },
  required: ['type', 'id'],
  describeInput: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, offset: start }, { call }) {
    const { entry } = (await call<EntryResponse>(readOperation, { params: { type, id } })).data
    const facts = {
      ...presentEntry(entry),
      live_version: entry.live_version,
      description: shorten(entry.description, 200),
      tags: entry.tags.slice(0, 5),
    }
    return withTextPart(facts, 'body', sanitize(entry.body), start)
  },
})
