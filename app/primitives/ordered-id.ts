import { monotonicFactory } from 'ulid'

/** Milliseconds that a clock can go back before ids follow the clock. */
const CLOCK_STEP = 60_000

let next = monotonicFactory()
let latest = 0

/**
 * Returns a ULID for `now`, increasing within the process. Ids follow a clock that goes back more than a minute, because
 * rows are found by the time in their id.
 */
export function orderedId(now: Date): string {
  const time = now.getTime()
  if (time < latest - CLOCK_STEP) {
    next = monotonicFactory()
    latest = time
  }
  latest = Math.max(latest, time)
  return next(time)
}
