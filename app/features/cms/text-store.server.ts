import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type RevisionRow = Selectable<Tables['cms_revisions']>
export type DraftRow = Selectable<Tables['cms_drafts']>

export const insertRevision = (db: Db, row: Insertable<Tables['cms_revisions']>) =>
  db.insertInto('cms_revisions').values(row).execute()

/** The newest first. */
export const revisionRows = (db: Db, id: string, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('cms_revisions')
    .selectAll()
    .where('entry_id', '=', id)
    .orderBy('n', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countRevisions(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('cms_revisions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('entry_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const revisionRow = (db: Db, id: string, n: number) =>
  db.selectFrom('cms_revisions').selectAll().where('entry_id', '=', id).where('n', '=', n).executeTakeFirst()

/** The text as it was at a version: that of the newest revision up to it which changed the text. */
export const textAt = (db: Db, id: string, n: number) =>
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
    .where('entry_id', '=', entryId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const writeDraft = (db: Db, { entry_id, user_id, ...rest }: Insertable<Tables['cms_drafts']>) =>
  db
    .insertInto('cms_drafts')
    .values({ entry_id, user_id, ...rest })
    .onConflict((conflict) => conflict.columns(['entry_id', 'user_id']).doUpdateSet(rest))
    .execute()

export const removeDraft = (db: Db, entryId: string, userId: string) =>
  db.deleteFrom('cms_drafts').where('entry_id', '=', entryId).where('user_id', '=', userId).execute()

/** Drops what was typed before a time and never saved, some at once; says how many. */
export async function removeOldDrafts(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cms_drafts')
    .where('saved_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** What somebody has typed and not saved, anywhere, the last first. */
export const draftsBy = (db: Db, userId: string) =>
  db.selectFrom('cms_drafts').selectAll().where('user_id', '=', userId).orderBy('saved_at', 'desc').execute()

/** Who else has typed something for the entry that is not saved, the last first. */
export const draftsOf = (db: Db, entryId: string) =>
  db
    .selectFrom('cms_drafts')
    .innerJoin('users', 'users.id', 'cms_drafts.user_id')
    .select(['users.id', 'users.name', 'cms_drafts.saved_at'])
    .where('entry_id', '=', entryId)
    .orderBy('saved_at', 'desc')
    .execute()
