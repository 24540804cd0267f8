import { monotonicFactory } from 'ulid'

/** How far a clock may go back, in milliseconds, before ids follow it. */
const CLOCK_STEP = 60_000

let next = monotonicFactory()
let latest = 0

/**
 * Makes a ULID whose time is `now`, and whose order within a process is the order of the calls. Rows are found by the time in
 * their ids, so ids follow a clock that is set back by more than a minute instead of staying ahead of it.
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
