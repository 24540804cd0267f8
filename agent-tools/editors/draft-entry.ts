import {
  cleared,
  type OneEntry,
  ofEntry,
  shownEntry,
  written,
  writtenNames,
} from '#agent-tools/editors/entries.ts'
import { givenOf, optional } from '#agent-tools/tool/inputs.ts'
import { createEntry, deleteEntry } from '#agent-tools/editors/operations.ts'
import { short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const draftEntry = tool({
  name: 'draft_entry',
  title: 'Write a draft',
  description:
    'Makes a new entry as a draft, which only editors see. Returns its id, its version and where to look at it. publish_entry gives it to the readers; undo_action deletes it.',
  uses: [createEntry],
  input: { properties: { type: ofEntry.type, ...optional(written) }, required: ['type', 'slug', 'title'] },
  untrusted: false,
  about: ({ title }) => title,
  async run({ type, ...given }, { call, undo }) {
    const body = cleared(givenOf(given, writtenNames))
    const { entry } = (await call<OneEntry>(createEntry, { params: { type }, body })).data
    const { id, version } = entry
    return {
      ok: true,
      summary: `Drafted “${short(entry.title, 80)}”`,
      entry: shownEntry(entry),
      ...undo((call) => call(deleteEntry, { params: { type, id }, version })),
    }
  },
})
