import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Conflict } from '#app/errors.ts'
import { syncContent } from '#app/features/content/store/content-sync.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import {
  publishedAt,
  publishedPath,
  raiseRevision,
  removeRedirect,
  retargetRedirects,
  writePublished,
  writeRedirect,
} from '#app/features/content/store/store.server.ts'

/** What readers see of an entry of the CMS: the facts of an entry without where its text is kept. */
export type PublishedFields = Omit<Entry, 'hash' | 'file' | 'line' | 'isMade' | 'isWritten'>

/**
 * Publishes an entry under its id, in the transaction of its caller, who has authorised it. An entry that had another
 * address leaves a redirect there. Throws `Conflict` when another entry of the CMS is at the address.
 */
export async function setPublished(ctx: Context, id: string, shown: PublishedFields): Promise<void> {
  const at = ctx.now().toISOString()
  const before = await publishedPath(ctx.db, id)
  const moved = typeof before === 'string' && before !== shown.path
  // Publishers take turns from here on: nobody else can take the address in between.
  const revision = await raiseRevision(ctx.db, at, moved ? 'redirects' : 'entries')
  const there = await publishedAt(ctx.db, shown.path)
  if (there && there.id !== id) throw new Conflict(`Another entry is published at ${shown.path}.`)
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex')
  const entry: Entry = { ...shown, hash, file: `cms/${id}`, line: 1, isWritten: true }
  await writePublished({ id, path: shown.path, entry: JSON.stringify(entry), revision }, ctx.db)
  const cleared = await removeRedirect(ctx.db, shown.path)
  if (moved) {
    await retargetRedirects(ctx.db, before, shown.path)
    const nobody = { created_by: null, created_by_id: null }
    await writeRedirect({ from_path: before, to_path: shown.path, created_at: at, ...nobody }, ctx.db)
  } else if (cleared) {
    await raiseRevision(ctx.db, at, 'redirects')
  }
}

/** Shows nothing of the entry any more: where a file has the address, readers have that again. Like `setPublished`. */
export async function unsetPublished(ctx: Context, id: string): Promise<void> {
  const revision = await raiseRevision(ctx.db, ctx.now().toISOString(), 'entries')
  await writePublished({ id, path: null, entry: null, revision }, ctx.db)
}

/** Shows nothing at the address, whatever a file says. Like `setPublished`. */
export async function blockPath(ctx: Context, id: string, path: string): Promise<void> {
  const revision = await raiseRevision(ctx.db, ctx.now().toISOString(), 'entries')
  const there = await publishedAt(ctx.db, path)
  if (there && there.id !== id) throw new Conflict(`Another entry is published at ${path}.`)
  await writePublished({ id, path, entry: null, revision }, ctx.db)
}

/** Tells every instance that something was published, and waits until this one has it. Called after the transaction. */
export async function notifyPublished(ctx: Context): Promise<void> {
  await Promise.all([ctx.signals.publish('content', {}), syncContent(ctx)])
}
