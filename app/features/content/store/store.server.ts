import { type Insertable, sql } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { containsText, countRows, insertNew, listed, upsert, writeOver } from '#app/platform/db/sql.server.ts'
import { rowsWithText } from '#app/platform/db/text-scan.server.ts'
import type { PublishedEntries, Redirects } from '#app/platform/db/tables/content.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Counters for all publications, for file changes and for redirect changes. */
export type ContentRevisions = { revision: number; files: number; redirects: number }

export async function contentRevisions(db: Db): Promise<ContentRevisions> {
  const row = await db.selectFrom('content_state').selectAll().executeTakeFirstOrThrow()
  const { revision, files_revision, redirects_revision } = row
  return {
    revision: Number(revision),
    files: Number(files_revision),
    redirects: Number(redirects_revision),
  }
}

/**
 * Increases the revision and returns the new value. The row is locked until the transaction ends, so a reader of a
 * revision sees all changes up to that revision.
 */
export async function raiseRevision(
  db: Db,
  at: string,
  of: 'entries' | 'files' | 'redirects',
): Promise<number> {
  const row = await db
    .updateTable('content_state')
    .set({
      revision: sql`revision + 1`,
      changed_at: at,
      ...(of === 'files' ? { files_revision: sql`files_revision + 1` } : {}),
      ...(of === 'redirects' ? { redirects_revision: sql`redirects_revision + 1` } : {}),
    })
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(row.revision)
}

export const publishedSince = (db: Db, revision: number) =>
  db.selectFrom('published_entries').selectAll().where('revision', '>', revision).execute()

/** Stores the published state of an id. A null path unpublishes the entry. A null entry hides the path. */
export const writePublished = (row: PublishedEntries, db: Db) =>
  upsert(db, 'published_entries', row, { key: ['id'] })

/** Returns the CMS entry at a path, or undefined. */
export const publishedAt = (db: Db, path: string) =>
  db.selectFrom('published_entries').select('id').where('path', '=', path).executeTakeFirst()

/** Returns the published path of an entry, or null or undefined if it is not published. */
export const publishedPath = async (db: Db, id: string) =>
  (await db.selectFrom('published_entries').select('path').where('id', '=', id).executeTakeFirst())?.path

export const redirectRows = (db: Db): Promise<Redirects[]> =>
  db.selectFrom('redirects').selectAll().orderBy('from_path').execute()

const narrowedRedirects = (db: Db, q: string | undefined) => {
  const all = db.selectFrom('redirects')
  return q ? all.where(({ or }) => or([containsText('from_path', q), containsText('to_path', q)])) : all
}

type Listed = { q?: string | undefined; limit: number; offset: number }

/** Returns a page of the redirects whose source or target contains a text, and the total number of these redirects. */
export async function redirectPage(db: Db, { q, ...page }: Listed) {
  const narrowed = narrowedRedirects(db, q)
  return { rows: await listed(narrowed.selectAll(), page, 'from_path'), total: await countRows(narrowed) }
}

/** Returns the target of the redirect from a path, or undefined. */
export const redirectTarget = async (db: Db, from: string) =>
  (await db.selectFrom('redirects').select('to_path').where('from_path', '=', from).executeTakeFirst())
    ?.to_path

export const countRedirects = (db: Db) => countRows(db.selectFrom('redirects'))

export const writeRedirect = (row: Redirects, db: Db) => upsert(db, 'redirects', row, { key: ['from_path'] })

/** Points redirects from one target to another, which avoids chains. */
export const retargetRedirects = (db: Db, from: string, to: string) =>
  db.updateTable('redirects').set({ to_path: to }).where('to_path', '=', from).execute()

export async function removeRedirect(db: Db, from: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('redirects').where('from_path', '=', from).executeTakeFirst()
  return numDeletedRows > 0n
}

const SITE_ID = 'site'

/** Returns the stored settings of the site, or undefined before the first save. */
export const siteRow = (db: Db) =>
  db.selectFrom('site_settings').selectAll().where('id', '=', SITE_ID).executeTakeFirst()

/** Writes the next version if `version` is current, or the first version for 0. Returns undefined otherwise. */
export const writeSite = (db: Db, row: Omit<Insertable<Tables['site_settings']>, 'id'>, version: number) =>
  version === 0
    ? insertNew(db, 'site_settings', { ...row, id: SITE_ID }, ['id'])
    : writeOver(db, 'site_settings', { id: SITE_ID, version }, row)

/** Yields the published rows that contain any of the texts. */
export const publishedWithText = (db: Db, texts: readonly string[]) =>
  rowsWithText(db, 'published_entries', { key: ['id'], columns: ['entry'], texts })
