import {
  createEntry,
  listEntries as listOperation,
  readEntry as readOperation,
} from '#agent-tools/editors/operations.ts'
import { limit, offset } from '#agent-tools/tool/inputs.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { sanitize, listResult, sanitizeLine, withTextPart } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** Entry in the site's API response. */
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

/** Input schemas for the fields that identify an entry. */
export const entryInputs = {
  type: { ...type, description: 'Type of the entry.' },
  id: { ...id, description: 'Id of the entry, from list_entries.' },
} satisfies Record<string, Property>

const { slug, title, description, body, tags, section, author, order, published_on } = createEntry.body

/** Input schemas for the fields that editors can change. */
export const editableInputs = {
  slug,
  title: { ...title, description: 'Title on the page and in lists.' },
  description,
  body,
  tags,
  section,
  order,
  author,
  published_on,
}
export const editableNames = Object.keys(editableInputs)

/** Fields in which an empty string means null. */
const nullableNames = ['section', 'author', 'published_on']

/** Replaces empty strings in nullable fields with null. */
export const emptyToNull = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === '' && nullableNames.includes(name) ? null : value,
    ]),
  )

/** Returns an entry's editable fields with their current values. */
export const editableFields = (entry: Entry): Record<string, unknown> =>
  Object.fromEntries(editableNames.map((name) => [name, entry[name as keyof Entry]]))

/** Converts an entry to the fields that a tool returns. */
export const presentEntry = (entry: Omit<Entry, 'body'>) => ({
  type: entry.type,
  id: entry.id,
  version: entry.version,
  status: entry.status,
  title: sanitizeLine(entry.title, 80),
  path: entry.path.slice(0, 210),
  page: `/admin/content/${entry.type}/${entry.id}`,
})

const { q, status } = listOperation.query

type EntriesResponse = { entries: Omit<Entry, 'body'>[]; total: number; offset: number }

export const listEntries = tool({
  name: 'list_entries',
  title: 'List entries',
  description:
    'Lists the entries of one type (pages, documents or posts), including drafts, last changed first. Returns ids for the other entry tools. To search published text, use search_site.',
  uses: [listOperation],
  input: {
    type: entryInputs.type,
    query: { ...q, description: 'Part of the title, the URL or the description.' },
    status: {
      ...status,
      description: 'Only entries with this status. Pass files to list content files without an entry.',
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
  title: 'Read an entry',
  description:
    'Returns an entry with its version and its saved text, which can differ from the published text. Long text is split: pass next_offset as offset in the next call. To read a published page, use read_page.',
  uses: [readOperation],
  input: { ...entryInputs, offset },
  required: ['type', 'id'],
  describeInput: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, offset: start }, { call }) {
    const { entry } = (await call<EntryResponse>(readOperation, { params: { type, id } })).data
    const facts = {
      ...presentEntry(entry),
      live_version: entry.live_version,
      description: sanitizeLine(entry.description, 200),
      tags: entry.tags.slice(0, 5),
    }
    return withTextPart(facts, 'body', sanitize(entry.body), start)
  },
})
