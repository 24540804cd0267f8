import { toToolRoute, route } from '#agent-tools/tool/tool-schema.ts'
import * as acts from '#app/features/cms/publishing-operations.ts'
import * as entries from '#app/features/cms/operations.ts'

export const listEntries = toToolRoute(entries.listEntries)
export const readEntry = toToolRoute(entries.readEntry)
export const createEntry = toToolRoute(entries.createEntry)
export const updateEntry = route(entries.updateEntry)
export const deleteEntry = route(entries.deleteEntry)
export const publishEntry = route(acts.publishEntry)
export const unpublishEntry = route(acts.unpublishEntry)
export const restoreRevision = route(acts.restoreRevision)
