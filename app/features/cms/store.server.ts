import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DraftFields, EntryInput, EntrySort, EntryStatus } from '#app/features/cms/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import {
  containsText,
  countRows,
  deleted,
  is,
  listed,
  orderBy,
  upsert,
  writeOver,
} from '#app/platform/db/sql.server.ts'
import { rowsWithText } from '#app/platform/db/text-scan.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'cms_revisions.fields': EntryInput
    'cms_drafts.fields': DraftFields
  }
}

export type RevisionRow = Selectable<Tables['cms_revisions']>

export const insertRevision = (db: Db, row: Insertable<Tables['cms_revisions']>) =>
  db.insertInto('cms_revisions').values(row).execute()

/** Returns the revisions of an entry, newest first. */
export const revisionRows = (db: Db, id: string, page: { limit: number; offset: number }) =>
  listed(db.selectFrom('cms_revisions').selectAll().where('entry_id', '=', id), page, 'n desc')

export const countRevisions = (db: Db, id: string) =>
  countRows(db.selectFrom('cms_revisions').where('entry_id', '=', id))

export const revisionRow = (db: Db, id: string, n: number) =>
  db.selectFrom('cms_revisions').selectAll().where('entry_id', '=', id).where('n', '=', n).executeTakeFirst()

/** Returns the newest revision up to `n` that changed the text. */
export const fieldsAt = (db: Db, id: string, n: number) =>
  db
    .selectFrom('cms_revisions')
    .selectAll()
    .where('entry_id', '=', id)
    .where('n', '<=', n)
    .where('fields', 'is not', null)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()

export const draftRow = (db: Db, entryId: string, userId: string) =>
  db
    .selectFrom('cms_drafts')
    .selectAll()
    .where(is('cms_drafts', { entry_id: entryId, user_id: userId }))
    .executeTakeFirst()

export const writeDraft = (db: Db, row: Insertable<Tables['cms_drafts']>) =>
  upsert(db, 'cms_drafts', row, { key: ['entry_id', 'user_id'] })

export const removeDraft = (db: Db, entryId: string, userId: string) =>
  db.deleteFrom('cms_drafts').where('entry_id', '=', entryId).where('user_id', '=', userId).execute()

/** Deletes one batch of unsaved changes made before a time. Returns the number deleted. */
export async function deleteOldDrafts(db: Db, before: string): Promise<number> {
  return deleted(db.deleteFrom('cms_drafts').where('saved_at', '<', before))
}

/** Returns all of a user's unsaved changes, newest first. */
export const draftsBy = (db: Db, userId: string) =>
  db.selectFrom('cms_drafts').selectAll().where('user_id', '=', userId).orderBy('saved_at', 'desc').execute()

/** Returns all users' unsaved changes to an entry, newest first. */
export const draftsOf = (db: Db, entryId: string) =>
  db
    .selectFrom('cms_drafts')
    .innerJoin('users', 'users.id', 'cms_drafts.user_id')
    .select(['users.id', 'users.name', 'cms_drafts.saved_at'])
    .where('entry_id', '=', entryId)
    .orderBy('saved_at', 'desc')
    .execute()

export type EntryRow = Selectable<Tables['cms_entries']>
export type EntryPatch = Updateable<Tables['cms_entries']>

type Narrow = {
  type?: string | undefined
  q?: string | undefined
  tag?: string | undefined
  status?: EntryStatus | 'deleted' | undefined
}

const narrowed = (db: Db, { type, q, tag, status }: Narrow) => {
  let query = db.selectFrom('cms_entries').where('deleted_at', status === 'deleted' ? 'is not' : 'is', null)
  if (type) query = query.where('type', '=', type)
  if (status && status !== 'deleted') query = query.where('status', '=', status)
  if (tag) query = query.where(containsText('tags', `"${tag}"`))
  if (q)
    query = query.where(({ or }) => or(['title', 'slug', 'description'].map((name) => containsText(name, q))))
  return query
}

const sortColumns = { title: 'lower(title)', updated_at: 'updated_at' } as const

/** Returns a page of entries, by default most recently changed first. */
export const entryRows = (
  db: Db,
  { sort = 'updated_at', order = 'desc', ...list }: Narrow & EntrySort & { limit: number; offset: number },
) => listed(narrowed(db, list).selectAll(), list, ...orderBy(sortColumns[sort], order))

export const countEntries = (db: Db, narrow: Narrow) => countRows(narrowed(db, narrow))

/** Returns the slugs of all entries that override content files and are not deleted. */
export const takenSlugs = (db: Db) =>
  db
    .selectFrom('cms_entries')
    .select(['type', 'slug'])
    .where('deleted_at', 'is', null)
    .where('overrides_file', '=', 1)
    .execute()

/** Lists the slugs of a type that start with a valid slug. */
export const slugsFrom = (db: Db, type: string, start: string) =>
  db
    .selectFrom('cms_entries')
    .select('slug')
    .where('deleted_at', 'is', null)
    .where('type', '=', type)
    .where('slug', 'like', `${start}%`)
    .execute()

export const entryById = (db: Db, id: string) =>
  db.selectFrom('cms_entries').selectAll().where('id', '=', id).executeTakeFirst()

export const entryBySlug = (db: Db, type: string, slug: string) =>
  db
    .selectFrom('cms_entries')
    .selectAll()
    .where(is('cms_entries', { type, slug }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Inserts an entry. Returns undefined if another entry of the type has the slug. */
export const insertEntry = (db: Db, row: Insertable<Tables['cms_entries']>) =>
  db
    .insertInto('cms_entries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['type', 'slug']).where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Updates an entry if its version is `version`. Returns undefined otherwise. */
export const writeEntry = (db: Db, { id, version }: { id: string; version: number }, patch: EntryPatch) =>
  writeOver(db, 'cms_entries', { id, version }, patch)

/** Returns the entries due for publication. */
export const dueEntries = (db: Db, now: string) =>
  db
    .selectFrom('cms_entries')
    .selectAll()
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('scheduled_at')
    .limit(100)
    .execute()

/** Returns the time of the next publication, or undefined if none is scheduled. */
export async function nextDue(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('cms_entries')
    .select('scheduled_at')
    .where('status', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .orderBy('scheduled_at')
    .limit(1)
    .executeTakeFirst()
  return row?.scheduled_at ?? undefined
}

/** Returns entries that could not be published and entries scheduled until a time, most recently changed first. */
export const entriesWithAlerts = (db: Db, until: string, most: number) =>
  db
    .selectFrom('cms_entries')
    .select(['id', 'type', 'title', 'trouble', 'scheduled_at', 'updated_at'])
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('trouble', 'is not', null),
        and([eb('status', '=', 'scheduled'), eb('scheduled_at', '<=', until)]),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()

/** Deletes one batch of entries that were deleted before a time. Returns the number deleted. */
export async function purgeDeleted(db: Db, before: string, most: number): Promise<number> {
  const old = db.selectFrom('cms_entries').select('id').where('deleted_at', '<', before).limit(most)
  return deleted(db.deleteFrom('cms_entries').where('id', 'in', old))
}

/** Yields the entries, including deleted ones, that contain any of the texts. */
export const entriesWithText = (db: Db, texts: readonly string[]) =>
  rowsWithText(db, 'cms_entries', { key: ['id'], columns: ['title', 'description', 'body'], texts })

/** Yields the unsaved changes that contain any of the texts. */
export const draftsWithText = (db: Db, texts: readonly string[]) =>
  rowsWithText(db, 'cms_drafts', { key: ['entry_id', 'user_id'], columns: ['fields'], texts })

export const insertAnnouncement = (db: Db, row: Insertable<Tables['entry_announcements']>) =>
  db
    .insertInto('entry_announcements')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doNothing())
    .execute()

/** Returns the entries to announce, oldest publication first. */
export const pendingAnnouncements = (db: Db, most: number) =>
  db
    .selectFrom('entry_announcements')
    .innerJoin('cms_entries', 'cms_entries.id', 'entry_announcements.entry_id')
    .selectAll('cms_entries')
    .select('entry_announcements.published_at as announced_at')
    .orderBy('announced_at')
    .orderBy('cms_entries.id')
    .limit(most)
    .execute()

export const deleteAnnouncement = (db: Db, id: string) =>
  db.deleteFrom('entry_announcements').where('entry_id', '=', id).execute()
