const { TEST_DEPTH: depth, TEST_SEED: seed } = process.env

/** True with `TEST_DEPTH=long`, as before a release. */
export const isLong = depth === 'long'

/** Number of runs or duration of random tests: ten times as much with `TEST_DEPTH=long`. */
export const runs = (count: number): number => (isLong ? count * 10 : count)

/** Settings of a property of fast-check. `TEST_SEED=42` repeats a run that was seen before. */
export const tries = (count = 100): { numRuns: number; seed?: number } => ({
  numRuns: runs(count),
  ...(seed ? { seed: Number(seed) } : {}),
})
