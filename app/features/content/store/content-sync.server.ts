import pLimit, { type LimitFunction } from 'p-limit'
import type { App, Context } from '#app/context.server.ts'
import { InvalidContent, type ContentIndex } from '#app/features/content/store/content-index.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { nothingStored, type Starter, type StoredSite } from '#app/features/content/store/site-content.ts'
import type { PublishedChanges } from '#app/features/content/store/content-snapshot.server.ts'
import * as store from '#app/features/content/store/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import type { SiteSettings } from '#app/site/identity.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'published_entries.entry': Entry
    'site_settings.settings': SiteSettings
    'site_settings.starter': Starter
  }
}

/** Milliseconds between checks for content that other instances published, in case a signal is lost. */
const POLL_INTERVAL_MS = 500

type SyncState = Pick<Context, 'db' | 'contentIndex' | 'log'>

/** State of an index that has read its files but not the database. */
const nothingSeen: store.ContentRevisions = { revision: -1, files: -1, redirects: -1 }

/** Revisions that each index has applied, and its lock. */
const syncStates = new WeakMap<ContentIndex, { seen: store.ContentRevisions; inTurn: LimitFunction }>()

/**
 * Applies published content from the database to the index, one call at a time. Reads files only if they were published
 * since the last call. If files are invalid, logs the problems and keeps the previous content.
 */
export async function syncContent(ctx: SyncState): Promise<void> {
  const state = syncStates.get(ctx.contentIndex) ?? { seen: nothingSeen, inTurn: pLimit(1) }
  syncStates.set(ctx.contentIndex, state)
  await state.inTurn(async () => {
    state.seen = await checkRevisions(ctx, state.seen)
  })
}

async function checkRevisions(
  { db, contentIndex, log }: SyncState,
  seen: store.ContentRevisions | null,
): Promise<store.ContentRevisions> {
  const known = seen ?? nothingSeen
  const at = await store.contentRevisions(db)
  if (at.revision === known.revision) return known
  if (at.files !== known.files && known.files !== nothingSeen.files) {
    await contentIndex.reload().catch((error: unknown) => {
      if (!(error instanceof InvalidContent)) throw error
      log.error({ problems: error.message }, 'the published content is invalid and is not shown')
    })
  }
  const rows = await store.publishedSince(db, known.revision)
  const redirects = at.redirects === known.redirects ? undefined : await store.redirectRows(db)
  contentIndex.take({
    written: rows.map(({ id, path, entry }) => ({
      id,
      shown: path === null ? null : toPublished(path, entry),
    })),
    redirects: redirects && new Map(redirects.map(({ from_path, to_path }) => [from_path, to_path])),
    site: await storedSite(db),
  })
  // Content that was published during this read is applied again next time, which is harmless.
  return at
}

/** Applies the stored settings of the site, for commands that need no content. */
export async function syncSite({ db, contentIndex }: Pick<Context, 'db' | 'contentIndex'>): Promise<void> {
  contentIndex.take({ written: [], site: await storedSite(db) })
}

async function storedSite(db: Context['db']): Promise<StoredSite> {
  const row = await store.siteRow(db)
  return row ? { settings: fromJson(row.settings), starter: row.starter } : nothingStored
}

const toPublished = (
  path: string,
  entry: string | null,
): NonNullable<PublishedChanges['written'][number]['shown']> => ({
  path,
  entry: fromJson(entry),
})

/** Follows publications on all instances and calls `changed` after a change. Returns a function that stops the sync. */
export function startContentSync(app: App, changed: () => void): () => void {
  app.contentIndex.onChange(changed)
  const lookOnce = () => {
    syncContent(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the content could not be reloaded'),
    )
  }
  const unsubscribe = app.signals.subscribe('content', lookOnce)
  const timer = setInterval(lookOnce, POLL_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
