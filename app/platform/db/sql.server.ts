import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { encodeTime } from 'ulid'
import type { Db } from '#app/platform/db/connection.server.ts'

/**
 * Statements of many rows come in these sizes only: each is one that the database has prepared before, and the largest has
 * fewer parameters than either engine takes.
 */
const SIZES = [256, 64, 16, 4, 1]

/**
 * Runs a statement on all rows, some at a time, and returns what all of them returned. SQLite runs statements in this thread,
 * so other requests get a turn between two of them.
 */
export async function inChunks<T, R>(rows: T[], run: (chunk: T[]) => Promise<R[]>): Promise<R[]> {
  const results: R[] = []
  let start = 0
  for (const size of SIZES) {
    for (; rows.length - start >= size; start += size) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve))
      for (const result of await run(rows.slice(start, start + size))) results.push(result)
    }
  }
  return results
}

/** True on PostgreSQL, where rows are locked one by one; SQLite’s transactions take turns as a whole. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

type Column = 'text' | 'integer'

/**
 * A table of given rows to be joined with in a statement, as `with given(…) as (values …)`. Every value says its type,
 * because PostgreSQL does not guess it.
 */
export function given<Name extends string>(
  columns: Record<Name, Column>,
  rows: Record<NoInfer<Name>, string | number | null>[],
): RawBuilder<unknown> {
  const names = Object.keys(columns) as Name[]
  const lines = rows.map(
    (row) => sql`(${sql.join(names.map((name) => sql`cast(${row[name]} as ${sql.raw(columns[name])})`))})`,
  )
  return sql`given(${sql.join(names.map((name) => sql.ref(name)))}) as (values ${sql.join(lines)})`
}

type Old = { guildId: string; before: Date; limit: number }

/**
 * Deletes the oldest rows of a guild that ended before a time, with what hangs on them, and says how many. Ids begin with the
 * time at which they were made, which is never after the end: only those that are old enough are looked at.
 */
export async function deleteEnded(
  db: Db,
  name: 'jobs' | 'runs',
  { guildId, before, limit }: Old,
): Promise<number> {
  const table = sql.table(name)
  const { numAffectedRows } = await sql`
    delete from ${table} where id in (
      select id from ${table}
      where guild_id = ${guildId} and id < ${encodeTime(before.getTime())} and finished_at < ${before.toISOString()}
      order by id limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/**
 * True for a column that holds the text somewhere, in any case of letters; SQLite knows only the cases of ASCII, so that
 * others have to be as they are there. `%` and `_` in the text stand for themselves.
 */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const held = sql.ref(column)
  return sql<boolean>`(lower(${held}) like ${pattern.toLowerCase()} escape '\\' or ${held} like ${pattern} escape '\\')`
}
