import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { containsText } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

/** Place in the stored data that a search found, with its text. `id` is the same for all versions of the place. */
export type TextPlace = { id: string; place: string; text: string }

/** Number of rows per statement. A row can contain a body of 200,000 characters. */
const BATCH = 100

type Column<T extends keyof Tables> = keyof Selectable<Tables[T]> & string
type Scan<T extends keyof Tables> = { key: Column<T>[]; columns: Column<T>[]; texts: readonly string[] }

/**
 * Yields the rows in which a column contains any of the texts, ignoring case, in the order of their key. Reads the table
 * once, in small batches: a limit on the matches would make PostgreSQL read the whole table for each batch.
 */
export async function* rowsWithText<T extends keyof Tables>(
  db: Db,
  table: T,
  { key, columns, texts }: Scan<T>,
): AsyncGenerator<Selectable<Tables[T]>> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const refs = sql.join(key.map((name) => sql.ref(name)))
  const valuesOf = (row: Record<string, unknown>) => sql.join(key.map((name) => row[name]))
  const inOrder = () =>
    key.reduce((query, name) => query.orderBy(sql.ref(name)), untyped.selectFrom<string>(table))
  let batch: Record<string, unknown>[] = []
  do {
    const last = batch.at(-1)
    const rest = last ? sql<boolean>`(${refs}) > (${valuesOf(last)})` : sql<boolean>`1 = 1`
    batch = await inOrder().select(key).where(rest).limit(BATCH).execute()
    const end = batch.at(-1)
    if (!end) return
    const rows = await inOrder()
      .selectAll()
      .where(rest)
      .where(sql<boolean>`(${refs}) <= (${valuesOf(end)})`)
      .where(({ or }) => or(columns.flatMap((name) => texts.map((text) => containsText(name, text)))))
      .execute()
    yield* rows as unknown as Selectable<Tables[T]>[]
  } while (batch.length === BATCH)
}
