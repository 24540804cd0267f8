import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { EntryVersion } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { archiveEntry, publishEntry, unpublishEntry } from '#app/features/cms/publishing.server.ts'
import { deleteEntry, undeleteEntry } from '#app/features/cms/removal.server.ts'
import type { DeadSiteLink } from '#app/features/cms/schema.ts'
import { findDeadSiteLinks } from '#app/features/cms/site-links.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { bulkForm, changeSelected, versionOf, type BulkInput, type BulkResult } from '#app/operations/bulk.ts'

const bulkActions = {
  publish: publishEntry,
  unpublish: unpublishEntry,
  archive: archiveEntry,
  delete: deleteEntry,
  undelete: undeleteEntry,
}

export type EntryAct = keyof typeof bulkActions

/** Entries selected in the list, by type and id such as `page/01JDEM…`. */
export const entryBulkForm = bulkForm(Object.keys(bulkActions) as EntryAct[])

export type EntryBulkResult = BulkResult<EntryAct> & {
  /** Pages that the settings of the site still link to. */
  deadLinks: DeadSiteLink[]
}

type EntryRef = Pick<EntryVersion, 'type' | 'id'>

function entryOf(key: string): EntryRef {
  const [type, id = ''] = key.split('/')
  const known = entryTypes.find((one) => one === type)
  if (!known) throw new NotFound('This entry does not exist. Choose an entry from the list.')
  return { type: known, id }
}

/** Returns the action that restores the current state of an entry, or null if no action restores all of it. */
export async function inverseOf(ctx: Context, act: EntryAct, entry: EntryRef): Promise<EntryAct | null> {
  if (act === 'undelete') return null
  if (act === 'delete') return 'undelete'
  const { status, live_version, version } = await readCmsEntry(ctx, entry)
  if (status === 'archived') return 'archive'
  if (status === 'draft') return 'unpublish'
  return status === 'published' && live_version === version ? 'publish' : null
}

/** Applies one action to several entries in sequence. Throws `Invalid`. */
export async function changeEntries(ctx: Context, input: BulkInput<EntryAct>): Promise<EntryBulkResult> {
  allow(ctx, 'cms:write')
  const result = await changeSelected(input, ['entry', 'entries'], async ({ act, key, ...item }) => {
    const entry = { ...entryOf(key), version: versionOf(item) }
    const undo = await inverseOf(ctx, act, entry)
    const changed = await bulkActions[act](ctx, entry)
    return { value: String(changed?.version ?? entry.version), undo }
  })
  return {
    ...result,
    deadLinks: await findDeadSiteLinks(
      ctx,
      result.done.map(({ key }) => entryOf(key)),
    ),
  }
}
