import {
  type Insertable,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type Simplify,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely'
import { encodeTime } from 'ulid'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/**
 * Row counts of bulk statements. Fixed sizes reuse prepared statements, and the largest stays below the parameter limit
 * of both engines.
 */
const CHUNK_SIZES = [256, 64, 16, 4, 1]

/** Runs a statement in chunks and returns all rows. Yields between chunks, because SQLite blocks this thread. */
export async function inChunks<T, R>(rows: T[], run: (chunk: T[]) => Promise<R[]>): Promise<R[]> {
  const results: R[] = []
  let start = 0
  for (const size of CHUNK_SIZES) {
    for (; rows.length - start >= size; start += size) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve))
      for (const result of await run(rows.slice(start, start + size))) results.push(result)
    }
  }
  return results
}

/** Checks for PostgreSQL, which locks single rows. SQLite serializes whole transactions. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

type ColumnType = 'text' | 'integer'

/**
 * Builds a table of values for a join, as `with given(…) as (values …)`. Each value is cast, because PostgreSQL does
 * not infer the types.
 */
export function valuesTable<Name extends string>(
  columns: Record<Name, ColumnType>,
  rows: Record<NoInfer<Name>, string | number | null>[],
): RawBuilder<unknown> {
  const names = Object.keys(columns) as Name[]
  const lines = rows.map(
    (row) => sql`(${sql.join(names.map((name) => sql`cast(${row[name]} as ${sql.raw(columns[name])})`))})`,
  )
  return sql`given(${sql.join(names.map((name) => sql.ref(name)))}) as (values ${sql.join(lines)})`
}

type ExpiredFilter = { guildId: string; before: Date; limit: number }

/**
 * Deletes a guild's oldest rows that finished before a time, and returns the number of deleted rows. Ids start with the
 * creation time, so only old rows are scanned.
 */
export async function deleteExpired(
  db: Db,
  name: 'jobs' | 'runs',
  { guildId, before, limit }: ExpiredFilter,
): Promise<number> {
  const table = sql.table(name)
  const { numAffectedRows } = await sql`
    delete from ${table} where id in (
      select id from ${table}
      where guild_id = ${guildId} and id < ${encodeTime(before.getTime())} and finished_at < ${before.toISOString()}
      order by id limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Matches columns that contain a text, ignoring case. SQLite ignores case only for ASCII. `%` and `_` are literal. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const held = sql.ref(column)
  return sql<boolean>`(lower(${held}) like ${pattern.toLowerCase()} escape '\\' or ${held} like ${pattern} escape '\\')`
}

type Row<T extends keyof Tables> = Selectable<Tables[T]>
type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

/** Returns a condition that compares several columns of a table. Null values match with `is null`. */
export function is<T extends keyof Tables>(table: T, columns: Partial<Row<T>>): RawBuilder<SqlBool> {
  const terms = Object.entries(columns).map(([name, value]) => {
    const column = sql.ref(`${table}.${name}`)
    return value === null ? sql`${column} is null` : sql`${column} = ${value}`
  })
  return sql<SqlBool>`(${sql.join(terms, sql` and `)})`
}

/** Counts the rows of a query without selected columns. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const counted = query.select(sql<number>`count(*)`.as('total'))
  return Number(((await counted.executeTakeFirstOrThrow()) as { total: number }).total)
}

type Of<Found> = keyof Found & string
type Order<Found> = `${Of<Found> | `lower(${Of<Found>})`}${'' | ' desc'}${'' | ' nulls last'}`

/** Returns the order of a list by a column, then by id. `lower(…)` ignores case and needs an index on the expression. */
export const orderBy = <T extends string>(column: T, order: 'asc' | 'desc' = 'asc') =>
  order === 'desc' ? ([`${column} desc`, 'id desc'] as const) : ([column, 'id'] as const)

/**
 * Returns one page of a query. The order is a list of columns, each optionally with ` desc`. The engines sort null values
 * differently without ` nulls last`.
 */
export const listed = <DB, TB extends keyof DB, Found>(
  query: SelectQueryBuilder<DB, TB, Found>,
  { limit, offset }: { limit: number; offset: number },
  ...order: Order<Found>[]
): Promise<Simplify<Found>[]> =>
  order
    .map((term) => term.split(' '))
    .reduce(
      (sorted, [term = '', ...rest]) =>
        sorted.orderBy(expression(term), (by) => {
          const directed = rest[0] === 'desc' ? by.desc() : by.asc()
          return rest.at(-1) === 'last' ? directed.nullsLast() : directed
        }),
      query,
    )
    .limit(limit)
    .offset(offset)
    .execute()

type Keyset<Found> = {
  /** Columns that together are unique, such as a time and an id. */
  by: readonly Of<Found>[]
  order?: 'asc' | 'desc' | undefined
  /** Row that precedes the page. */
  after?: Partial<Record<Of<Found>, unknown>> | undefined
  limit: number
}

/**
 * Returns the rows of a query after a row, in the order of several columns, and the id of the last row if there are
 * more.
 */
export async function listedAfter<DB, TB extends keyof DB, Found extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Found>,
  { by, order = 'desc', after, limit }: Keyset<Found>,
): Promise<{ rows: Simplify<Found>[]; next_before: string | null }> {
  const columns = sql.join(by.map((name) => sql.ref(name)))
  const values = after && sql.join(by.map((name) => sql`${after[name]}`))
  const isAfter =
    order === 'asc' ? sql<SqlBool>`(${columns}) > (${values})` : sql<SqlBool>`(${columns}) < (${values})`
  const narrowed = after ? query.where(isAfter) : query
  // One extra row shows whether there is a next page.
  const terms = by.map((name) => (order === 'desc' ? (`${name} desc` as const) : name))
  const found = await listed(narrowed, { limit: limit + 1, offset: 0 }, ...(terms as Order<Found>[]))
  const rows = found.slice(0, limit)
  return { rows, next_before: found.length > limit ? (rows.at(-1) as Found).id : null }
}

function expression(term: string) {
  const [, text] = /^lower\((.+)\)$/.exec(term) ?? []
  return text === undefined ? sql.ref(term) : sql`lower(${sql.ref(text)})`
}

/** Runs a statement and returns whether it returned a row. */
export const anyRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

/** Deletes rows and returns their number. */
export const deleted = async (query: { executeTakeFirstOrThrow(): Promise<{ numDeletedRows: bigint }> }) =>
  Number((await query.executeTakeFirstOrThrow()).numDeletedRows)

type Column<T extends keyof Tables> = keyof Row<T> & string
type Keys<T extends keyof Tables> = readonly Column<T>[]

type Values = Record<string, unknown>

/** Removes the table types, which cannot express a table name from the caller. */
const untyped = (db: Db) => db as unknown as Kysely<Record<string, Values>>

/** Inserts a row unless it conflicts in these columns. Without columns, any unique index counts. */
export const insertNew = <T extends keyof Tables>(db: Db, table: T, row: NewRow<T>, unique: Keys<T> = []) =>
  untyped(db)
    .insertInto<string>(table)
    .values(row as Values)
    .onConflict((conflict) => (unique.length > 0 ? conflict.columns(unique) : conflict).doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<Row<T> | undefined>

/** Inserts rows, or updates rows with the same key: all other columns, or only `changed`. */
export const upsert = <T extends keyof Tables>(
  db: Db,
  table: T,
  rows: NewRow<T> | NewRow<T>[],
  { key, changed }: { key: Keys<T>; changed?: Values },
) =>
  inChunks([rows].flat() as NewRow<T>[], (chunk) => {
    const others = Object.keys(chunk[0]!).filter((name) => !key.includes(name as Column<T>))
    const set = changed ?? Object.fromEntries(others.map((name) => [name, sql.ref(`excluded.${name}`)]))
    return untyped(db)
      .insertInto<string>(table)
      .values(chunk as Values[])
      .onConflict((conflict) => conflict.columns(key).doUpdateSet(set))
      .execute()
  })

/** Inserts rows. With a key, skips rows whose key already exists. */
export const insertRows = <T extends keyof Tables>(db: Db, table: T, rows: NewRow<T>[], key?: Keys<T>) =>
  inChunks(rows, (chunk) =>
    untyped(db)
      .insertInto<string>(table)
      .values(chunk as Values[])
      .$if(key !== undefined, (query) => query.onConflict((conflict) => conflict.columns(key!).doNothing()))
      .execute(),
  )

type Versioned =
  | 'automations'
  | 'cms_entries'
  | 'commands'
  | 'guild_settings'
  | 'integrations'
  | 'site_settings'

/** Updates a row and increments its version. Returns undefined if the row has another version or was deleted. */
export const writeOver = <T extends Versioned>(
  db: Db,
  table: T,
  at: Partial<Row<T>> & { version: number },
  row: Updateable<Tables[T]>,
) =>
  untyped(db)
    .updateTable<string>(table)
    .set({ ...(row as Values), version: at.version + 1 })
    .where(is(table, at))
    .returningAll()
    .executeTakeFirst() as Promise<Row<T> | undefined>
