/** In milliseconds: the least and the most that is waited before something is tried again. */
export type Delays = { least: number; most: number }
const usual: Delays = { least: 500, most: 30_000 }

/** Milliseconds before try `n`, from 0: anything between the least and a bound that doubles each time (full jitter). */
export function delayOf(n: number, { least, most }: Delays = usual, random = Math.random): number {
  const bound = Math.min(most, least * 2 ** Math.min(n + 1, 30))
  return least + random() * Math.max(0, bound - least)
}

/** Returns why an upgrade was refused, and how long to wait at least, in milliseconds. */
export function refusalOf(status: number, retryAfter?: string): [reason: string, least: number] {
  // Sockets whose process has died are closed within 40 seconds.
  if (status === 409)
    return ['this token already has the maximum number of sockets; stop another process', 15_000]
  const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return [`the service returned ${status}`, seconds * 1_000]
}
