import { type Entry, ofEntry, shownEntry } from '#agent-tools/editors/entries.ts'
import { limit, offset } from '#agent-tools/tool/inputs.ts'
import { listEntries as operation } from '#agent-tools/editors/operations.ts'
import { listed } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { q, status } = operation.query

type Answer = { entries: Omit<Entry, 'body'>[]; total: number; offset: number }

export const listEntries = tool({
  name: 'list_entries',
  title: 'List what the site holds',
  description:
    'Lists the entries of one type: pages, documents or posts, drafts included, what was changed last first. Returns their ids, which the other tools for entries take.',
  uses: [operation],
  input: {
    properties: {
      type: ofEntry.type,
      query: { ...q, description: 'A part of the title, the address or the description.' },
      status: {
        ...status,
        description: 'Only those that stand so; files are those that nobody has edited here.',
      },
      limit,
      offset,
    },
    required: ['type'],
  },
  untrusted: true,
  about: ({ type, query }) => [type, query].filter(Boolean).join(': '),
  async run({ type, query: q, status, limit, offset }, { call }) {
    const { data } = await call<Answer>(operation, { params: { type }, query: { q, status, limit, offset } })
    return listed('entries', data.entries.map(shownEntry), data)
  },
})
