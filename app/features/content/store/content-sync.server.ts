import pLimit, { type LimitFunction } from 'p-limit'
import type { App, Context } from '#app/context.server.ts'
import { WrongContent, type Library } from '#app/features/content/store/content-index.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import type { Changes } from '#app/features/content/store/content-snapshot.server.ts'
import {
  contentRevisions,
  publishedSince,
  redirectRows,
  type ContentRevisions,
} from '#app/features/content/store/store.server.ts'

/** How often an instance looks whether content was published elsewhere, in milliseconds: a signal may be lost. */
const LOOK_EVERY = 500

type Follower = Pick<Context, 'db' | 'library' | 'log'>

/** A library that has followed nothing yet has read its files and nothing else. */
const never: ContentRevisions = { revision: -1, files: -1, redirects: -1 }

/** What each library has seen, and its turns. */
const followed = new WeakMap<Library, { seen: ContentRevisions; inTurn: LimitFunction }>()

/**
 * Brings the library up to what the database says is published. The files are read anew only when somebody has published
 * them since; wrong ones are logged, and what was there stays. Calls at one time take turns.
 */
export async function catchUp(ctx: Follower): Promise<void> {
  const state = followed.get(ctx.library) ?? { seen: never, inTurn: pLimit(1) }
  followed.set(ctx.library, state)
  await state.inTurn(async () => {
    state.seen = await look(ctx, state.seen)
  })
}

async function look(
  { db, library, log }: Follower,
  seen: ContentRevisions | null,
): Promise<ContentRevisions> {
  const known = seen ?? never
  const at = await contentRevisions(db)
  if (at.revision === known.revision) return known
  if (at.files !== known.files && known.files !== never.files) {
    await library.reload().catch((error: unknown) => {
      if (!(error instanceof WrongContent)) throw error
      log.error({ problems: error.message }, 'the content that was published is wrong and not shown')
    })
  }
  const rows = await publishedSince(db, known.revision)
  const redirects = at.redirects === known.redirects ? undefined : await redirectRows(db)
  library.take({
    written: rows.map(({ id, path, entry }) => ({ id, shown: path === null ? null : shownAt(path, entry) })),
    redirects: redirects && new Map(redirects.map(({ from_path, to_path }) => [from_path, to_path])),
  })
  // What was published while this was read is read again, which changes nothing.
  return at
}

const shownAt = (path: string, entry: string | null): NonNullable<Changes['written'][number]['shown']> => ({
  path,
  entry: entry === null ? null : (JSON.parse(entry) as Entry),
})

/**
 * Follows what is published, on this instance or another, and calls `changed` when that made a difference. Returns what
 * ends it.
 */
export function followContent(app: App, changed: () => void): () => void {
  app.library.onChange(changed)
  const lookOnce = () => {
    catchUp(app).catch((error: unknown) => app.log.warn({ err: error }, 'the content could not be read anew'))
  }
  const unsubscribe = app.signals.subscribe('content', lookOnce)
  const timer = setInterval(lookOnce, LOOK_EVERY).unref()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
