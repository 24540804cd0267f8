import { draftEntry } from '#agent-tools/editors/draft-entry.ts'
import { listEntries } from '#agent-tools/editors/list-entries.ts'
import { publishEntry } from '#agent-tools/editors/publish-entry.ts'
import { readEntry } from '#agent-tools/editors/read-entry.ts'
import { updateEntry } from '#agent-tools/editors/update-entry.ts'

/** The tools for those who write the content. */
export const editors = [listEntries, readEntry, draftEntry, updateEntry, publishEntry]
