import { draftEntry } from '#agent-tools/draft-entry.ts'
import { listEntries } from '#agent-tools/list-entries.ts'
import { publishEntry } from '#agent-tools/publish-entry.ts'
import { readEntry } from '#agent-tools/read-entry.ts'
import { updateEntry } from '#agent-tools/update-entry.ts'

/** The tools for those who write the content. */
export const editors = [listEntries, readEntry, draftEntry, updateEntry, publishEntry]
