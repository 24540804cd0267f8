import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import type { Count } from '#app/features/readers/counter.server.ts'
import { KEPT_DAYS } from '#app/features/readers/retention.server.ts'
import { exportColumns, type ReadersExportQuery } from '#app/features/readers/schema.ts'
import { countRows } from '#app/features/readers/store.server.ts'
import { csvRecord } from '#app/primitives/csv.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'

/** Rows read at a time, which limits the memory use of long exports. */
const PAGE = 1_000

/** Exports all counts of an inclusive range of UTC days as a stream. Throws `Invalid` if `from` is after `to`. */
export async function exportReaders(ctx: Context, { format, ...query }: ReadersExportQuery) {
  allow(ctx, 'cms:write')
  const today = dayOf(ctx.now())
  const to = query.to ?? today
  const from = query.from ?? addDays(today, -KEPT_DAYS)
  if (from > to) {
    const message = 'Choose a first day that is not after the last day.'
    throw new Invalid(message, [{ path: 'from', message }])
  }
  return {
    name: `readers-${from}-to-${to}.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json',
    chunks: format === 'csv' ? asCsv(ctx, from, to) : asJson(ctx, from, to),
  }
}

async function* asCsv(ctx: Context, from: string, to: string): AsyncGenerator<string> {
  yield csvRecord(exportColumns)
  for await (const rows of pagesOf(ctx, from, to))
    yield rows.map((row) => csvRecord(exportColumns.map((name) => row[name]))).join('')
}

async function* asJson(ctx: Context, from: string, to: string): AsyncGenerator<string> {
  const head = JSON.stringify({ format: 'site-readers', version: 1, from, to })
  yield `${head.slice(0, -1)},"counts":[`
  let comma = ''
  for await (const rows of pagesOf(ctx, from, to)) {
    if (rows.length) yield comma + rows.map((row) => `\n${JSON.stringify(row)}`).join(',')
    comma = ','
  }
  yield ']}\n'
}

async function* pagesOf({ db }: Context, from: string, to: string): AsyncGenerator<Count[]> {
  let last: Count | null = null
  do {
    const rows: Count[] = await countRows(db, { from, to }, last, PAGE)
    yield rows
    last = rows.length === PAGE ? rows.at(-1)! : null
  } while (last)
}
