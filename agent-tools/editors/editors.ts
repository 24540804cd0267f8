import { draftEntry, publishEntry, updateEntry } from '#agent-tools/editors/write-entries.ts'
import { listEntries, readEntry } from '#agent-tools/editors/entries.ts'

/** The tools for those who write the content. */
export const editors = [listEntries, readEntry, draftEntry, updateEntry, publishEntry]
