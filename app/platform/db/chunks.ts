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
