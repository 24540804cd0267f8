import { sql, type Insertable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { containsText, countRows, insertNew, is } from '#app/platform/db/sql.server.ts'
import { rowsWithText } from '#app/platform/db/text-scan.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { MediaQuery, MediaSort } from '#app/features/media/schema.ts'

const shown = (db: Db) =>
  db
    .selectFrom('media')
    .leftJoin('users', 'users.id', 'media.uploaded_by')
    .selectAll('media')
    .select('users.name as uploader')

export type MediaRow = NonNullable<Awaited<ReturnType<typeof mediaById>>>

export const mediaById = (db: Db, id: string) => shown(db).where('media.id', '=', id).executeTakeFirst()

export const mediaByFile = (db: Db, file: string) =>
  shown(db).where('media.file', '=', file).executeTakeFirst()

/** Returns the image that was created from an upload with this hash. */
export const mediaBySource = (db: Db, source: string) =>
  shown(db).where('media.source', '=', source).executeTakeFirst()

/** Returns the images whose uploaded or served file has one of these hashes. */
export const imagesByHash = (db: Db, hashes: string[]) =>
  db
    .selectFrom('media')
    .select(['source', 'hash', 'file'])
    .where(({ or, eb }) => or([eb('source', 'in', hashes), eb('hash', 'in', hashes)]))
    .execute()

/** Returns the hash and name of an image. Runs for every image request. */
export const findImage = (db: Db, file: string) =>
  db.selectFrom('media').select(['hash', 'name']).where('file', '=', file).executeTakeFirst()

/**
 * Returns the bodies that contain images and differ from the published version: drafts, archived entries and pending
 * changes.
 */
export const unpublishedBodies = (db: Db) =>
  db
    .selectFrom('cms_entries')
    .select(['type', 'slug', 'title', 'body'])
    .where('deleted_at', 'is', null)
    .where(({ or, eb, ref }) =>
      or([eb('live_version', 'is', null), eb('live_version', '<>', ref('version'))]),
    )
    .where('body', 'like', '%/media/%')
    .orderBy('id')
    .execute()

/** Returns the filenames that exist. */
export async function knownFiles(db: Db, files: string[]): Promise<string[]> {
  const rows = await db.selectFrom('media').select('file').where('file', 'in', files).execute()
  return rows.map(({ file }) => file)
}

export async function bytesOf(db: Db, hash: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('media_blobs').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}

/** Returns the images that a user uploaded, oldest first. */
export const uploadsOf = (db: Db, userId: string) =>
  db
    .selectFrom('media')
    .select(['id', 'file', 'name', 'alt', 'created_at'])
    .where('uploaded_by', '=', userId)
    .orderBy('id')
    .execute()

/** Inserts an image. Returns false if the image exists. Only one of several concurrent uploads inserts the image. */
export async function insertMedia(db: Db, row: Insertable<Tables['media']>, bytes: Buffer): Promise<boolean> {
  const made = await insertNew(db, 'media', row, ['file'])
  if (made) await db.insertInto('media_blobs').values({ hash: row.hash, bytes }).execute()
  return Boolean(made)
}

export const updateAltText = (db: Db, id: string, alt: string) =>
  db.updateTable('media').set({ alt }).where('id', '=', id).returning('id').executeTakeFirst()

/** Sets the alternative text of an image if the text is empty. */
export const fillAlt = (db: Db, id: string, alt: string) =>
  db
    .updateTable('media')
    .set({ alt })
    .where(is('media', { id, alt: '' }))
    .returning('id')
    .executeTakeFirst()

/** Deletes an image with its bytes. Returns undefined if the image did not exist. */
export const deleteMedia = (db: Db, id: string) =>
  db.deleteFrom('media').where('id', '=', id).returning('id').executeTakeFirst()

const matchesFilter = ({ q }: Pick<MediaQuery, 'q'>) =>
  q
    ? sql<boolean>`(${containsText('media.name', q)} or ${containsText('media.alt', q)})`
    : sql<boolean>`1 = 1`

const sortColumns = {
  name: sql`lower(media.name)`,
  bytes: sql`media.bytes`,
  created_at: sql`media.created_at`,
}

/** Returns a page of images, by default newest first. */
export const mediaRows = (
  db: Db,
  { sort = 'created_at', order = 'desc', limit, offset, q }: MediaQuery & MediaSort,
) =>
  shown(db)
    .where(matchesFilter({ q }))
    .orderBy(sortColumns[sort], order)
    .orderBy('media.id', order)
    .limit(limit)
    .offset(offset)
    .execute()

export const countMedia = (db: Db, query: MediaQuery) =>
  countRows(db.selectFrom('media').where(matchesFilter(query)))

/** Yields the images whose alternative text contains any of the texts. */
export const mediaWithText = (db: Db, texts: readonly string[]) =>
  rowsWithText(db, 'media', { key: ['id'], columns: ['alt'], texts })
