import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Conflict } from '#app/errors.ts'
import type { StoredSite } from '#app/features/content/store/site-content.ts'
import { syncContent } from '#app/features/content/store/content-sync.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { fromJson } from '#app/primitives/json.ts'
import * as store from '#app/features/content/store/store.server.ts'

/** Fields of a CMS entry that readers see. */
export type PublishedFields = Omit<Entry, 'hash' | 'file' | 'line' | 'isMade' | 'isWritten'>

/**
 * Publishes an entry in the caller's transaction. The caller must have checked access. If the path changed, the old
 * path redirects to the new path. Throws `Conflict` if another CMS entry has the path.
 */
export async function setPublished(ctx: Context, id: string, shown: PublishedFields): Promise<void> {
  const at = ctx.now().toISOString()
  const before = await store.publishedPath(ctx.db, id)
  const moved = typeof before === 'string' && before !== shown.path
  // From here on, publishers run one at a time, so no other publisher can take the path.
  const revision = await store.raiseRevision(ctx.db, at, moved ? 'redirects' : 'entries')
  const there = await store.publishedAt(ctx.db, shown.path)
  if (there && there.id !== id)
    throw new Conflict(
      `Another entry is published at ${shown.path}. Unpublish that entry first, or use a different slug.`,
    )
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex')
  const entry: Entry = { ...shown, hash, file: `cms/${id}`, line: 1, isWritten: true }
  await store.writePublished({ id, path: shown.path, entry: JSON.stringify(entry), revision }, ctx.db)
  const cleared = await store.removeRedirect(ctx.db, shown.path)
  if (moved) {
    await store.retargetRedirects(ctx.db, before, shown.path)
    const redirect = { from_path: before, to_path: shown.path, created_at: at }
    await store.writeRedirect({ ...redirect, created_by: null, created_by_id: null }, ctx.db)
  } else if (cleared) {
    await store.raiseRevision(ctx.db, at, 'redirects')
  }
}

/**
 * Unpublishes an entry. A content file with the same path is shown again. Has the same requirements as `setPublished`.
 */
export async function unsetPublished(ctx: Context, id: string): Promise<void> {
  const revision = await store.raiseRevision(ctx.db, ctx.now().toISOString(), 'entries')
  await store.writePublished({ id, path: null, entry: null, revision }, ctx.db)
}

/** Hides a path, even if a content file has it. Has the same requirements as `setPublished`. */
export async function blockPath(ctx: Context, id: string, path: string): Promise<void> {
  const revision = await store.raiseRevision(ctx.db, ctx.now().toISOString(), 'entries')
  const there = await store.publishedAt(ctx.db, path)
  if (there && there.id !== id)
    throw new Conflict(`Another entry is published at ${path}. Unpublish that entry first.`)
  await store.writePublished({ id, path, entry: null, revision }, ctx.db)
}

/**
 * Notifies every instance of a publication and waits until this instance has applied it. Call this function after the
 * transaction.
 */
export async function notifyPublished(ctx: Context): Promise<void> {
  await Promise.all([ctx.signals.publish('content', {}), syncContent(ctx)])
}

/** Stored settings of the site. The version is 0 before the first save. */
type SiteRecord = StoredSite & { skipped: string[]; version: number; updated_at: string | null }

/** Returns the stored settings of the site. */
export async function readStoredSite({ db }: Pick<Context, 'db'>): Promise<SiteRecord> {
  const row = await store.siteRow(db)
  return row
    ? { ...row, settings: fromJson(row.settings), skipped: fromJson(row.skipped) }
    : { settings: {}, starter: null, skipped: [], version: 0, updated_at: null }
}

type StoredSettings = Pick<SiteRecord, 'settings' | 'starter' | 'skipped'>

/**
 * Writes the settings of the site if `version` is current. Returns undefined otherwise. Has the same requirements as
 * `setPublished`.
 */
export async function writeStoredSite(
  ctx: Context,
  { settings, starter, skipped }: StoredSettings,
  version: number,
) {
  const at = ctx.now().toISOString()
  await store.raiseRevision(ctx.db, at, 'entries')
  const row = await store.writeSite(
    ctx.db,
    {
      settings: JSON.stringify(settings),
      starter,
      skipped: JSON.stringify(skipped),
      version: version + 1,
      updated_at: at,
    },
    version,
  )
  return row && { ...row, settings: fromJson(row.settings), skipped: fromJson(row.skipped) }
}

/**
 * Changes parts of the stored site without a version check, because only the setup changes these parts. Has the same
 * requirements as `setPublished`.
 */
export async function changeStoredSite(ctx: Context, change: Partial<StoredSettings>): Promise<void> {
  // The write raises the content revision first, which locks the row until the transaction ends.
  await store.raiseRevision(ctx.db, ctx.now().toISOString(), 'entries')
  const before = await readStoredSite(ctx)
  await writeStoredSite(ctx, { ...before, ...change }, before.version)
}
