import {
  emptyToNull,
  editableFields,
  entryInputs,
  type EntryResponse,
  presentEntry,
  editableInputs,
  editableNames,
} from '#agent-tools/editors/entries.ts'
import {
  createEntry,
  deleteEntry,
  publishEntry as publishOperation,
  readEntry,
  restoreRevision,
  unpublishEntry,
  updateEntry as updateOperation,
} from '#agent-tools/editors/operations.ts'
import type { UndoStep } from '#agent-tools/tool/activity.ts'
import { changedFields, pickGiven, withoutDefaults, version } from '#agent-tools/tool/inputs.ts'
import { failure, throwIfStale, asThrown } from '#agent-tools/tool/result.ts'
import { sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const draftEntry = tool({
  name: 'draft_entry',
  title: 'Create a draft',
  description:
    'Creates a draft entry, which only editors can see. Returns the entry’s id, version and page. To change an existing entry, use update_entry. To publish the draft, use publish_entry. To delete the draft, use undo_action.',
  uses: [createEntry],
  input: { type: entryInputs.type, ...withoutDefaults(editableInputs) },
  required: ['type', 'slug', 'title'],
  untrusted: false,
  describeInput: ({ title }) => title,
  async run({ type, ...given }, { call, undo }) {
    const body = emptyToNull(pickGiven(given, editableNames))
    const { entry } = (await call<EntryResponse>(createEntry, { params: { type }, body })).data
    const { id, version } = entry
    return {
      ok: true,
      summary: `Drafted “${sanitizeLine(entry.title, 80)}”`,
      entry: presentEntry(entry),
      ...undo((call) => call(deleteEntry, { params: { type, id }, version })),
    }
  },
})

export const publishEntry = tool({
  name: 'publish_entry',
  title: 'Publish an entry',
  description:
    'Publishes the saved version of an entry. The first call only returns a proposal and a confirm_token. After the person agrees, repeat the call with the token. To undo publishing, use undo_action.',
  uses: [readEntry, publishOperation],
  input: { ...entryInputs, version },
  required: ['type', 'id', 'version'],
  untrusted: false,
  describeInput: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, version: based, confirm_token }, { call, undo }) {
    const params = { type, id }
    const before = (await call<EntryResponse>(readEntry, { params })).data.entry
    throwIfStale(based, before.version, confirm_token)
    const live = before.live_version
    const proposal = {
      summary: `Publish “${sanitizeLine(before.title, 80)}” at ${before.path}`,
      entry: presentEntry(before),
      replaces: live === null ? null : `version ${live}, which is published now`,
    }
    const { entry } = (await call<EntryResponse>(publishOperation, { params, version: based, proposal })).data
    let { version } = entry
    const restore: UndoStep = async (call) => {
      const ask = { params: { ...params, n: String(live) }, version }
      version = (await call<EntryResponse>(restoreRevision, ask)).data.entry.version
    }
    const publish: UndoStep = (call) => call(publishOperation, { params, version })
    const unpublish: UndoStep = (call) => call(unpublishEntry, { params, version })
    return {
      ok: true,
      summary: `Published “${sanitizeLine(entry.title, 80)}”`,
      entry: presentEntry(entry),
      ...(live === null ? undo(unpublish) : undo(restore, publish)),
    }
  },
})

export const updateEntry = tool({
  name: 'update_entry',
  title: 'Change an entry',
  description:
    'Changes an entry’s fields, or one passage of its text (with find and replace_with). Other fields stay unchanged. Readers see the published version until you call publish_entry. Returns the new version. To revert the change, use undo_action.',
  uses: [readEntry, updateOperation],
  input: {
    ...entryInputs,
    version,
    ...withoutDefaults(editableInputs),
    find: {
      type: 'string',
      minLength: 1,
      maxLength: 5_000,
      description: 'Text that occurs exactly once in the body.',
    },
    replace_with: { type: 'string', maxLength: 20_000, description: 'Replacement for find.' },
  },
  required: ['type', 'id'],
  untrusted: false,
  describeInput: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, version: based, find, replace_with, ...given }, { call, undo }) {
    const { entry } = (await call<EntryResponse>(readEntry, { params: { type, id } })).data
    const change = emptyToNull(pickGiven(given, editableNames))
    if (find !== undefined) change.body = replaceOnce(entry.body, find, replace_with ?? '')
    const before = editableFields(entry)
    const changed = changedFields(before, change)
    if (!changed.length) return { ok: true, summary: 'The entry is unchanged', entry: presentEntry(entry) }
    const ask = { params: { type, id }, version: based ?? entry.version, body: { ...before, ...change } }
    const after = (await call<EntryResponse>(updateOperation, ask)).data.entry
    const params = { type, id: after.id }
    return {
      ok: true,
      summary: `Changed ${changed.join(' and ')} of “${sanitizeLine(after.title, 80)}”`,
      entry: presentEntry(after),
      ...undo((call) =>
        entry.version === 0
          ? call(deleteEntry, { params, version: after.version })
          : call(updateOperation, { params, version: after.version, body: before }),
      ),
    }
  },
})

/** Replaces the only occurrence of a string. Throws a tool error unless the string occurs exactly once. */
function replaceOnce(body: string, find: string, instead: string): string {
  const places = body.split(find)
  if (places.length === 2) return places.join(instead)
  const hint = 'Read the entry, then set find to text that occurs exactly once in the body.'
  throw asThrown(
    failure(
      'invalid_request',
      `The text in find must occur exactly once in the body, but occurs ${places.length - 1} times.`,
      {
        path: 'find',
        hint,
      },
    ),
  )
}
