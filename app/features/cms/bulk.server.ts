import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { EntryVersion } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { archiveEntry, publishEntry, unpublishEntry } from '#app/features/cms/publishing.server.ts'
import { deleteEntry, undeleteEntry } from '#app/features/cms/removal.server.ts'
import { restoreState, stateText, withRedirect } from '#app/features/cms/revisions.server.ts'
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
  restore: async (ctx: Context, entry: EntryVersion & { state: string }) =>
    (await restoreState(ctx, entry)).entry,
}

export type EntryAct = keyof typeof bulkActions

/** Separates the version of an entry from the state that Undo restores. */
const SEPARATOR = '|'

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

/** Applies one action to several entries in sequence. Throws `Invalid`. */
export async function changeEntries(ctx: Context, input: BulkInput<EntryAct>): Promise<EntryBulkResult> {
  allow(ctx, 'cms:write')
  const result = await changeSelected(input, ['entry', 'entries'], async ({ act, key, value }) => {
    const [version = '', state = ''] = value.split(SEPARATOR)
    const entry = { ...entryOf(key), version: versionOf({ value: version }), state }
    const before =
      act === 'delete' || act === 'undelete' ? null : await withRedirect(ctx, await readCmsEntry(ctx, entry))
    const changed = await bulkActions[act](ctx, entry)
    const next = String(changed?.version ?? entry.version)
    if (before && changed)
      return { value: next + SEPARATOR + stateText(ctx, before, changed), undo: 'restore' as const }
    return { value: next, undo: act === 'delete' ? ('undelete' as const) : null }
  })
  return {
    ...result,
    deadLinks: await findDeadSiteLinks(
      ctx,
      result.done.map(({ key }) => entryOf(key)),
    ),
  }
}
