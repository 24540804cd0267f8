import { portable, route } from '#agent-tools/portable.ts'
import * as acts from '#app/operations/cms-acts.ts'
import * as entries from '#app/operations/cms-entries.ts'

export const listEntries = portable(entries.listEntries)
export const readEntry = portable(entries.readEntry)
export const createEntry = portable(entries.createEntry)
export const updateEntry = route(entries.updateEntry)
export const deleteEntry = route(entries.deleteEntry)
export const publishEntry = route(acts.publishEntry)
export const unpublishEntry = route(acts.unpublishEntry)
export const restoreRevision = route(acts.restoreRevision)
