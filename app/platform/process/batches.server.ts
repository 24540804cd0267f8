import { setImmediate as breathe } from 'node:timers/promises'

/** Says when to stop in the middle; the next sweep deletes the rest. */
export type Sweeping = { stopping?: () => boolean }

/** Deletes rows batch by batch until none is left. Other requests get a turn between two batches. */
export async function inBatches(
  { stopping }: Sweeping,
  remove: (limit: number) => Promise<number>,
  limit = 500,
): Promise<void> {
  while (!stopping?.() && (await remove(limit)) === limit) await breathe()
}
