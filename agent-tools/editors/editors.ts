import { draftEntry, publishEntry, updateEntry } from '#agent-tools/editors/write-entries.ts'
import { listEntries, readEntry } from '#agent-tools/editors/entries.ts'

/** Tools for content editors. */
export const editors = [listEntries, readEntry, draftEntry, updateEntry, publishEntry]
