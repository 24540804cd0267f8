import pLimit, { type LimitFunction } from 'p-limit'
import type { App, Context } from '#app/context.server.ts'
import { InvalidContent, type ContentIndex } from '#app/features/content/store/content-index.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import type { PublishedChanges } from '#app/features/content/store/content-snapshot.server.ts'
import {
  contentRevisions,
  publishedSince,
  redirectRows,
  type ContentRevisions,
} from '#app/features/content/store/store.server.ts'

/** How often an instance looks whether content was published elsewhere, in milliseconds: a signal may be lost. */
const POLL_INTERVAL_MS = 500

type SyncState = Pick<Context, 'db' | 'contentIndex' | 'log'>

/** A library that has followed nothing yet has read its files and nothing else. */
const nothingSeen: ContentRevisions = { revision: -1, files: -1, redirects: -1 }

/** What each library has seen, and its turns. */
const syncStates = new WeakMap<ContentIndex, { seen: ContentRevisions; inTurn: LimitFunction }>()

/**
 * Brings the library up to what the database says is published. The files are read anew only when somebody has published
 * them since; wrong ones are logged, and what was there stays. Calls at one time take turns.
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
  seen: ContentRevisions | null,
): Promise<ContentRevisions> {
  const known = seen ?? nothingSeen
  const at = await contentRevisions(db)
  if (at.revision === known.revision) return known
  if (at.files !== known.files && known.files !== nothingSeen.files) {
    await contentIndex.reload().catch((error: unknown) => {
      if (!(error instanceof InvalidContent)) throw error
      log.error({ problems: error.message }, 'the content that was published is wrong and not shown')
    })
  }
  const rows = await publishedSince(db, known.revision)
  const redirects = at.redirects === known.redirects ? undefined : await redirectRows(db)
  contentIndex.take({
    written: rows.map(({ id, path, entry }) => ({
      id,
      shown: path === null ? null : toPublished(path, entry),
    })),
    redirects: redirects && new Map(redirects.map(({ from_path, to_path }) => [from_path, to_path])),
  })
  // What was published while this was read is read again, which changes nothing.
  return at
}

const toPublished = (
  path: string,
  entry: string | null,
): NonNullable<PublishedChanges['written'][number]['shown']> => ({
  path,
  entry: entry === null ? null : (JSON.parse(entry) as Entry),
})

/**
 * Follows what is published, on this instance or another, and calls `changed` when that made a difference. Returns what
 * ends it.
 */
export function startContentSync(app: App, changed: () => void): () => void {
  app.contentIndex.onChange(changed)
  const lookOnce = () => {
    syncContent(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the content could not be read anew'),
    )
  }
  const unsubscribe = app.signals.subscribe('content', lookOnce)
  const timer = setInterval(lookOnce, POLL_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
