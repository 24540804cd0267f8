import { setImmediate as breathe } from 'node:timers/promises'

/** Options of a purge. `stopping` ends the purge early, and the next purge deletes the other rows. */
export type Sweeping = { stopping?: () => boolean }

/** Deletes rows in batches until no rows are left. Other requests run between batches. */
export async function inBatches(
  { stopping }: Sweeping,
  remove: (limit: number) => Promise<number>,
  limit = 500,
): Promise<void> {
  while (!stopping?.() && (await remove(limit)) === limit) await breathe()
}
