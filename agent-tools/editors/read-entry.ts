import { ofEntry, type OneEntry, shownEntry } from '#agent-tools/editors/entries.ts'
import { offset } from '#agent-tools/tool/inputs.ts'
import { readEntry as operation } from '#agent-tools/editors/operations.ts'
import { clean, short, withPart } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const readEntry = tool({
  name: 'read_entry',
  title: 'Read an entry as its editors do',
  description:
    'Returns an entry with the text that editors see, which may differ from what readers have, and its version. Long texts come in parts: give next_offset of one answer as offset of the next call.',
  uses: [operation],
  input: { properties: { ...ofEntry, offset }, required: ['type', 'id'] },
  untrusted: true,
  about: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, offset: start }, { call }) {
    const { entry } = (await call<OneEntry>(operation, { params: { type, id } })).data
    const facts = {
      ...shownEntry(entry),
      live_version: entry.live_version,
      description: short(entry.description, 200),
      tags: entry.tags.slice(0, 5),
    }
    return withPart(facts, 'body', clean(entry.body), start)
  },
})
