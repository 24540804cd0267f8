import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, invalidField } from '#app/errors.ts'
import { changeEntry, requireEntry, type EntryVersion } from '#app/features/cms/change.server.ts'
import { checkPublishable } from '#app/features/cms/checks.server.ts'
import { withDescription } from '#app/features/cms/field-values.ts'
import { fieldsOfFileAt } from '#app/features/cms/entries.server.ts'
import { columnsOf, fieldsOf, shownOf, slugOfFile, typeOf } from '#app/features/cms/present.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import {
  deleteAnnouncement,
  fieldsAt,
  insertAnnouncement,
  pendingAnnouncements,
  type EntryPatch,
  type EntryRow,
} from '#app/features/cms/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import {
  notifyPublished,
  blockPath,
  setPublished,
  unsetPublished,
} from '#app/features/content/store/publishing.server.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'

/** Rejects content files, which must first be saved as entries. */
function rejectFile({ id }: EntryVersion): void {
  if (slugOfFile(id) !== null) throw new Conflict('This is a content file. Save the file as an entry first.')
}

/** Publishes the latest saved version on every instance. Throws `Invalid`, `Conflict`, `NotFound` or `Stale`. */
export async function publishEntry(ctx: Context, entry: EntryVersion): Promise<CmsEntry> {
  const published = await publishQuietly(ctx, entry)
  await notifyPublished(ctx)
  return published
}

/**
 * Publishes like `publishEntry`, but does not notify instances. The caller calls `notifyPublished` once. Imported entries
 * are not announced, because readers know them from the old site.
 */
export async function publishQuietly(
  ctx: Context,
  entry: EntryVersion,
  { announces = true }: { announces?: boolean } = {},
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  rejectFile(entry)
  const row = await requireEntry(ctx, entry)
  if (row.version === entry.version) await checkPublishable(ctx, entry.type, fieldsOf(row))
  const work = (inner: Context, stored: EntryRow) => publishRow(inner, stored, { announces })
  return changeEntry(ctx, entry, { act: 'published', work })
}

/** Publishes a row in the caller's transaction. Readers see a description from the body if it is empty. */
export async function publishRow(
  ctx: Context,
  row: EntryRow,
  { announces = true }: { announces?: boolean } = {},
): Promise<EntryPatch> {
  const now = ctx.now().toISOString()
  const first = row.published_at ?? now
  const fields = withDescription(fieldsOf(row))
  await setPublished(ctx, row.id, shownOf(typeOf(row), fields, { first, now }))
  if (announces) await queueAnnouncement(ctx, row)
  return {
    status: 'published',
    published_at: first,
    scheduled_at: null,
    trouble: null,
    live_version: row.version + 1,
  }
}

/**
 * Unpublishes an entry and makes it a draft. If the entry overrode a content file, readers see the file again. Throws
 * like `publishEntry`.
 */
export async function unpublishEntry(ctx: Context, entry: EntryVersion): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  rejectFile(entry)
  const done = await changeEntry(ctx, entry, {
    act: 'unpublished',
    async work(inner, row) {
      if (row.live_version === null && row.status !== 'archived')
        throw new Conflict('This entry is not published. Reload the page.')
      await unsetPublished(inner, row.id)
      return { status: 'draft', live_version: null, scheduled_at: null, trouble: null }
    },
  })
  await notifyPublished(ctx)
  return done
}

/**
 * Schedules an entry. At the scheduled time, one instance publishes the latest saved version. Null cancels the
 * schedule. Throws like `publishEntry`.
 */
export async function scheduleEntry(
  ctx: Context,
  { scheduled_at, ...entry }: EntryVersion & { scheduled_at: string | null },
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  rejectFile(entry)
  if (scheduled_at === null) return unschedule(ctx, entry)
  const at = new Date(scheduled_at)
  if (at <= ctx.now()) throw invalidField('scheduled_at', 'This time has passed. Choose a later time.')
  const row = await requireEntry(ctx, entry)
  if (row.version === entry.version) await checkPublishable(ctx, entry.type, fieldsOf(row))
  const done = await changeEntry(ctx, entry, {
    act: 'scheduled',
    work: () => ({
      status: 'scheduled',
      scheduled_at: at.toISOString(),
      trouble: null,
    }),
  })
  await ctx.signals.publish('schedule', {})
  return done
}

const unschedule = (ctx: Context, entry: EntryVersion) =>
  changeEntry(ctx, entry, {
    act: 'unscheduled',
    work(_inner, row) {
      if (row.status !== 'scheduled') throw new Conflict('This entry is not scheduled. Reload the page.')
      return { status: row.live_version === null ? 'draft' : 'published', scheduled_at: null, trouble: null }
    },
  })

/**
 * Archives an entry. The URL of an archived entry returns 404, even if the entry overrides a content file. The home
 * page cannot be archived. Throws like `publishEntry`.
 */
export async function archiveEntry(ctx: Context, entry: EntryVersion): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  rejectFile(entry)
  const done = await changeEntry(ctx, entry, {
    act: 'archived',
    async work(inner, row) {
      await hideRow(inner, row)
      return { status: 'archived', live_version: null, scheduled_at: null, trouble: null }
    },
  })
  await notifyPublished(ctx)
  return done
}

/** Hides an archived row in the caller's transaction, even if it overrides a content file. */
export async function hideRow(ctx: Context, row: EntryRow): Promise<void> {
  const path = pathOfEntry({ type: typeOf(row), slug: row.slug })
  if (path === '/') throw new Conflict('The site needs a home page. Change or revert this page instead.')
  await (row.overrides_file ? blockPath(ctx, row.id, path) : unsetPublished(ctx, row.id))
}

/**
 * Shows readers the overridden content file again and makes its text the entry's draft. Throws `Conflict` if the entry
 * overrides no file, and otherwise throws like `publishEntry`.
 */
export async function revertEntry(ctx: Context, entry: EntryVersion): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  rejectFile(entry)
  const done = await changeEntry(ctx, entry, {
    act: 'reverted',
    async work(inner, row) {
      if (!row.overrides_file)
        throw new Conflict('This entry does not override a content file, so there is no file to revert to.')
      const fields = fieldsOfFileAt(inner, entry.type, row.slug)
      await unsetPublished(inner, row.id)
      return { ...columnsOf(fields), status: 'draft', live_version: null, scheduled_at: null, trouble: null }
    },
  })
  await notifyPublished(ctx)
  return done
}

/** Maximum number of announcements in one pass. */
const BATCH = 20

/**
 * Queues the announcement of an entry in the transaction that publishes it. Later publications, and entries that override
 * a page that readers have already, are not announced.
 */
async function queueAnnouncement(ctx: Context, row: EntryRow): Promise<void> {
  if (row.published_at !== null || row.overrides_file) return
  await insertAnnouncement(ctx.db, { entry_id: row.id, published_at: ctx.now().toISOString() })
  onCommit(ctx, 'announcements', () => ctx.signals.publish('announcements', {}))
}

/**
 * Returns the oldest announcements, with the published version of each entry. The entry is null if it is no longer
 * published.
 */
export async function listAnnouncements(ctx: Context) {
  allow(ctx, 'jobs:give')
  const rows = await pendingAnnouncements(ctx.db, BATCH)
  return Promise.all(
    rows.map(async ({ announced_at, ...row }) => {
      const { id, live_version, deleted_at } = row
      const live = live_version === null || deleted_at ? undefined : await fieldsAt(ctx.db, id, live_version)
      const at = { first: row.published_at ?? announced_at, now: announced_at }
      return {
        id,
        at: announced_at,
        entry: live?.fields ? shownOf(typeOf(row), withDescription(fromJson(live.fields)), at) : null,
      }
    }),
  )
}

/** Removes an announcement that all servers have received. */
export async function removeAnnouncement(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'jobs:give')
  await deleteAnnouncement(ctx.db, id)
}
