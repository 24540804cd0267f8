/** In milliseconds: the least and the most that is waited before something is tried again. */
export type Delays = { least: number; most: number }
const usual: Delays = { least: 500, most: 30_000 }

/** Milliseconds before try `n`, from 0: anything between the least and a bound that doubles each time (full jitter). */
export function delayOf(n: number, { least, most }: Delays = usual, random = Math.random): number {
  const bound = Math.min(most, least * 2 ** Math.min(n + 1, 30))
  return least + random() * Math.max(0, bound - least)
}
