import {
  cleared,
  fieldsOf,
  ofEntry,
  type OneEntry,
  shownEntry,
  written,
  writtenNames,
} from '#agent-tools/editors/entries.ts'
import { changedIn, givenOf, optional, version } from '#agent-tools/tool/inputs.ts'
import { deleteEntry, readEntry, updateEntry as operation } from '#agent-tools/editors/operations.ts'
import { failure, tell } from '#agent-tools/tool/result.ts'
import { short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const updateEntry = tool({
  name: 'update_entry',
  title: 'Change an entry',
  description:
    'Changes an entry: whole fields, or with find and replace_with one place in its text. What is left out stays. Readers keep what they have until publish_entry. Returns the new version; undo_action takes the change back.',
  uses: [readEntry, operation],
  input: {
    properties: {
      ...ofEntry,
      version,
      ...optional(written),
      find: {
        type: 'string',
        minLength: 1,
        maxLength: 5_000,
        description: 'Text that stands in the body exactly once, to be replaced.',
      },
      replace_with: { type: 'string', maxLength: 20_000, description: 'What takes the place of find.' },
    },
    required: ['type', 'id'],
  },
  untrusted: false,
  about: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, version: based, find, replace_with, ...given }, { call, undo }) {
    const { entry } = (await call<OneEntry>(readEntry, { params: { type, id } })).data
    const change = cleared(givenOf(given, writtenNames))
    if (find !== undefined) change.body = replaced(entry.body, find, replace_with ?? '')
    const before = fieldsOf(entry)
    const changed = changedIn(before, change)
    if (!changed.length) return { ok: true, summary: 'The entry was so already', entry: shownEntry(entry) }
    const ask = { params: { type, id }, version: based ?? entry.version, body: { ...before, ...change } }
    const after = (await call<OneEntry>(operation, ask)).data.entry
    const params = { type, id: after.id }
    return {
      ok: true,
      summary: `Changed ${changed.join(' and ')} of “${short(after.title, 80)}”`,
      entry: shownEntry(after),
      ...undo((call) =>
        entry.version === 0
          ? call(deleteEntry, { params, version: after.version })
          : call(operation, { params, version: after.version, body: before }),
      ),
    }
  },
})

/** The text with one place in it replaced. */
function replaced(body: string, find: string, instead: string): string {
  const places = body.split(find)
  if (places.length === 2) return places.join(instead)
  const hint = 'Read the entry, and give more of the text around the place.'
  throw tell(
    failure('invalid_request', `find stands in the body ${places.length - 1} times.`, { path: 'find', hint }),
  )
}
