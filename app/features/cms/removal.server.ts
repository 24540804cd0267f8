import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import {
  changeEntry,
  recordEntry,
  writeRevision,
  type EntryOf,
  type EntryVersion,
} from '#app/features/cms/change.server.ts'
import { fieldsOf, presentEntry, slugOfFile } from '#app/features/cms/present.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import * as store from '#app/features/cms/store.server.ts'
import { notifyPublished, unsetPublished } from '#app/features/content/store/publishing.server.ts'
import { DAY } from '#app/primitives/time.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/** Days for which deleted entries and unsaved changes are kept. */
const retentionDays = { deleted: 30, drafts: 90 } as const
const BATCH_SIZE = 100

/**
 * Deletes an entry. Deleted entries can be restored for 30 days. Throws `NotFound`, `Stale`, and `Conflict` for a
 * content file.
 */
export async function deleteEntry(ctx: Context, entry: EntryVersion): Promise<null> {
  allow(ctx, 'cms:write')
  if (slugOfFile(entry.id) !== null)
    throw new Conflict(
      'A content file cannot be deleted here. To hide the file, save it as an entry, then archive the entry.',
    )
  await changeEntry(ctx, entry, {
    act: 'deleted',
    async work(inner, row) {
      await unsetPublished(inner, row.id)
      const { status } = row
      return {
        deleted_at: inner.now().toISOString(),
        status: status === 'archived' ? status : 'draft',
        live_version: null,
        scheduled_at: null,
      }
    },
  })
  await notifyPublished(ctx)
  return null
}

/** Restores a deleted entry as a draft. Throws `NotFound`, and `Conflict` if another entry now has the URL. */
export async function undeleteEntry(ctx: Context, { type, id }: EntryOf): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  return inTransaction(ctx, async (inner) => {
    const row = await store.entryById(inner.db, id)
    if (!row || row.type !== type || row.deleted_at === null)
      throw new NotFound(
        'This deleted entry does not exist. Choose an entry from the list of deleted entries.',
      )
    if (await store.entryBySlug(inner.db, type, row.slug))
      throw new Conflict(
        'Another entry now uses this entry’s slug. Change the slug of the other entry first.',
      )
    const patch = {
      deleted_at: null,
      updated_at: inner.now().toISOString(),
      ...authorColumns('updated_by', inner),
    }
    const back = await store.writeEntry(inner.db, row, { ...patch, status: 'draft' })
    if (!back) throw new Conflict('Another person is changing this entry. Try again in a moment.')
    await writeRevision(inner, back, { act: 'undeleted', before: fieldsOf(row) })
    await recordEntry(inner, 'entry.undeleted', back)
    return presentEntry(back)
  })
}

/** Deletes entries that were deleted 30 days ago and unsaved changes that are 90 days old. Runs in the background. */
export async function purgeEntries(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY).toISOString()
  await store.deleteOldDrafts(ctx.db, ago(retentionDays.drafts))
  await inBatches(
    sweeping,
    (limit) => store.purgeDeleted(ctx.db, ago(retentionDays.deleted), limit),
    BATCH_SIZE,
  )
}
