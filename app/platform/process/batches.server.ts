import { setImmediate as breathe } from 'node:timers/promises'

/** Options of a purge. If `stopping` returns true, the purge ends early. The next purge deletes the remaining rows. */
export type Sweeping = { stopping?: () => boolean }

/** Deletes rows in batches until no rows are left. Other requests run between batches. */
export async function inBatches(
  { stopping }: Sweeping,
  remove: (limit: number) => Promise<number>,
  limit = 500,
): Promise<void> {
  while (!stopping?.() && (await remove(limit)) === limit) await breathe()
}
