import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { type Dimension, dimensions, OTHER } from '#app/features/readers/counter.server.ts'
import { addCounts, deleteCountsBefore, rareRows, takeRow } from '#app/features/readers/store.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'

/** Retention in days: 13 months, so that a month can be compared with the same month of the year before. */
export const KEPT_DAYS = 396

/** Maximum number of rows that a day keeps for each dimension. Rarer names are added to `(other)`. */
const KEPT_ROWS: Record<Exclude<Dimension, 'views'>, number> = {
  page: 200,
  agent: 40,
  site: 60,
  search: 50,
  question: 50,
  tool: 60,
  missing: 50,
}

/** Number of rows that one transaction moves to `(other)`. */
const BATCH = 200

/** Deletes counts after 13 months, and limits the rows of the last days. Safe to run concurrently. */
export async function purgeReaders(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'site:write')
  const today = dayOf(ctx.now())
  for (const dimension of dimensions)
    await inBatches(sweeping, (limit) =>
      deleteCountsBefore(ctx.db, dimension, addDays(today, -KEPT_DAYS), limit),
    )
  for (const [dimension, kept] of Object.entries(KEPT_ROWS) as [Dimension, number][])
    for (const day of [addDays(today, -2), addDays(today, -1), today])
      await inBatches(sweeping, (limit) => mergeRare(ctx, { dimension, day, kept, limit }), BATCH)
}

type Merge = { dimension: Dimension; day: string; kept: number; limit: number }

/** Adds one batch of rare names to `(other)`. Returns the number of rows. */
const mergeRare = (ctx: Context, { dimension, day, kept, limit }: Merge): Promise<number> =>
  inTransaction(ctx, async ({ db }) => {
    const rows = await rareRows(db, { dimension, day, kept, other: OTHER, limit })
    const sums = new Map<string, number>()
    for (const { name, reader } of rows) {
      const taken = await takeRow(db, { dimension, period: day, name, reader })
      if (taken) sums.set(reader, (sums.get(reader) ?? 0) + taken.count)
    }
    const others = [...sums].map(([reader, count]) => ({
      dimension,
      period: day,
      name: OTHER,
      reader,
      count,
    }))
    await addCounts(db, others as Parameters<typeof addCounts>[1])
    return rows.length
  })
