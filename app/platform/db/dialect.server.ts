import { PostgresAdapter, sql, type RawBuilder } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'

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
