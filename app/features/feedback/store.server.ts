import { sql } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, upsert } from '#app/platform/db/sql.server.ts'
import type { PageComments, PageVotes } from '#app/platform/db/tables/readers.ts'

/** Adds a vote to the count of its page and month, atomically. */
export const addVote = (db: Db, vote: Omit<PageVotes, 'count'>) =>
  upsert(
    db,
    'page_votes',
    { ...vote, count: 1 },
    { key: ['path', 'month', 'reader', 'helpful'], changed: { count: sql`page_votes.count + 1` } },
  )

export const insertComment = (db: Db, row: PageComments) =>
  db.insertInto('page_comments').values(row).execute()

const votes = sql<number>`sum(count)`

/** Returns the votes of a page, for and against. */
export const votesOf = (db: Db, path: string) =>
  db
    .selectFrom('page_votes')
    .select(['helpful', votes.as('count')])
    .where('path', '=', path)
    .groupBy('helpful')
    .execute()

/** Returns the pages with the most votes against them. */
export const votesByPage = (db: Db, since: string, limit: number) =>
  db
    .selectFrom('page_votes')
    .select([
      'path',
      sql<number>`sum(case when helpful = 1 then count else 0 end)`.as('yes'),
      sql<number>`sum(case when helpful = 0 then count else 0 end)`.as('no'),
    ])
    .where('month', '>=', since)
    .groupBy('path')
    .orderBy(sql`sum(case when helpful = 0 then count else 0 end)`, 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()

/** Returns the newest comments, of one page or of all. */
export const newestComments = (db: Db, { path, limit }: { path?: string | undefined; limit: number }) =>
  db
    .selectFrom('page_comments')
    .selectAll()
    .$if(path !== undefined, (rows) => rows.where('path', '=', path!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const deleteComment = (db: Db, id: string) =>
  db.deleteFrom('page_comments').where('id', '=', id).returning('path').executeTakeFirst()

export const deleteVotesBefore = (db: Db, month: string) =>
  db.deleteFrom('page_votes').where('month', '<', month).execute()

/** Deletes a batch of comments with an id below another. Ids start with their time. */
export const deleteCommentsBefore = (db: Db, id: string, limit: number) =>
  deleted(
    db
      .deleteFrom('page_comments')
      .where('id', 'in', (old) =>
        old.selectFrom('page_comments').select('id').where('id', '<', id).orderBy('id').limit(limit),
      ),
  )

/** Returns pages with more comments than `most`. */
export const fullPages = (db: Db, most: number) =>
  db
    .selectFrom('page_comments')
    .select('path')
    .groupBy('path')
    .having(sql`count(*)`, '>', most)
    .execute()

/** Deletes the oldest comments of a page. Keeps the newest `most`. */
export const deleteOldestComments = (db: Db, path: string, most: number) =>
  db
    .deleteFrom('page_comments')
    .where('path', '=', path)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('page_comments')
        .select('id')
        .where('path', '=', path)
        .orderBy('id', 'desc')
        .limit(most),
    )
    .execute()
