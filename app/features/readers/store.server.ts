import { type SelectQueryBuilder, sql } from 'kysely'
import type { Count, Dimension } from '#app/features/readers/counter.server.ts'
import { readerKinds } from '#app/features/readers/reader.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, upsert } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

type DayRange = { from: string; to: string }

/** Adds counts to the rows of their periods, atomically for each row. */
export const addCounts = (db: Db, rows: Count[]) =>
  upsert(db, 'reader_counts', rows, {
    key: ['dimension', 'period', 'name', 'reader'],
    changed: { count: sql`reader_counts.count + excluded.count` },
  })

/** Selects the rows of a dimension. Hours sort directly after their day, and before the next day. */
const rowsOf = (db: Db, dimension: Dimension, { from, to }: DayRange) =>
  db
    .selectFrom('reader_counts')
    .where('dimension', '=', dimension)
    .where('period', '>=', from)
    .where('period', '<=', `${to}T23`)

const total = sql<number>`sum(count)`

/** Returns the views by day, representation and kind of reader. */
export const dailyViews = (db: Db, range: DayRange) =>
  rowsOf(db, 'views', range)
    .select([sql<string>`substr(period, 1, 10)`.as('date'), 'name', 'reader', total.as('count')])
    .groupBy([sql`substr(period, 1, 10)`, 'name', 'reader'])
    .execute()

/** Returns the views by hour of the day. */
export const hourlyViews = (db: Db, range: DayRange) =>
  rowsOf(db, 'views', range)
    .select([sql<string>`substr(period, 12, 2)`.as('hour'), total.as('count')])
    .groupBy(sql`substr(period, 12, 2)`)
    .execute()

const byReader = <O>(rows: SelectQueryBuilder<Tables, 'reader_counts', O>) =>
  rows.select(
    readerKinds.map((kind) => sql<number>`sum(case when reader = ${kind} then count else 0 end)`.as(kind)),
  )

/** Returns the most frequent names of a dimension, with their counts by kind of reader. */
export const topNames = (db: Db, dimension: Dimension, { limit, ...range }: DayRange & { limit: number }) =>
  byReader(rowsOf(db, dimension, range).select(['name', total.as('count')]))
    .groupBy('name')
    .orderBy(total, 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()

/** Returns one page of all rows, by period, after a row. */
export const countRows = (db: Db, { from, to }: DayRange, after: Count | null, limit: number) =>
  db
    .selectFrom('reader_counts')
    .select(['period', 'dimension', 'name', 'reader', 'count'])
    .where('period', '>=', from)
    .where('period', '<=', `${to}T23`)
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`(period, dimension, name, reader) > (${after!.period}, ${after!.dimension}, ${after!.name}, ${after!.reader})`,
      ),
    )
    .orderBy('period')
    .orderBy('dimension')
    .orderBy('name')
    .orderBy('reader')
    .limit(limit)
    .execute() as Promise<Count[]>

/** Returns the least frequent rows of a dimension on a day, without the first `kept` and without `other`. */
export const rareRows = (
  db: Db,
  {
    dimension,
    day,
    kept,
    other,
    limit,
  }: { dimension: Dimension; day: string; kept: number; other: string; limit: number },
) =>
  db
    .selectFrom('reader_counts')
    .select(['name', 'reader'])
    .where('dimension', '=', dimension)
    .where('period', '=', day)
    .where('name', '!=', other)
    .orderBy('count', 'desc')
    .orderBy('name')
    .orderBy('reader')
    .offset(kept)
    .limit(limit)
    .execute()

/** Deletes a row and returns it, so that of two instances only one counts the row elsewhere. */
export const takeRow = (
  db: Db,
  row: { dimension: Dimension; period: string; name: string; reader: string },
) =>
  db
    .deleteFrom('reader_counts')
    .where('dimension', '=', row.dimension)
    .where('period', '=', row.period)
    .where('name', '=', row.name)
    .where('reader', '=', row.reader)
    .returningAll()
    .executeTakeFirst() as Promise<Count | undefined>

/** Deletes a batch of rows of a dimension before a day. Returns the number of deleted rows. */
export const deleteCountsBefore = (db: Db, dimension: Dimension, day: string, limit: number) =>
  deleted(
    db
      .deleteFrom('reader_counts')
      .where('dimension', '=', dimension)
      .where('period', '<', day)
      .where(
        sql<boolean>`(period, name, reader) in (select period, name, reader from reader_counts where dimension = ${dimension} and period < ${day} order by period limit ${limit})`,
      ),
  )
