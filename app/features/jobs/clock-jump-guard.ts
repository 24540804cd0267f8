/** How far the clock may go ahead of the time that has passed, in milliseconds, before it counts as a jump. */
const JUMP = 2_000

/**
 * Tells which leases must not be ended because nobody could have extended them: for one lease period after the start, when
 * runners are still on their way back, and after the clock was put forward, those that began before. Returns the time
 * since which leases may be ended; null for all of them. `now` is the clock, `passed` counts steadily; both are milliseconds.
 */
export function makeClockJumpGuard(leaseMs: number): (now: number, passed: number) => Date | null {
  let last: { now: number; passed: number } | null = null
  let began = { now: 0, passed: -Infinity }
  return (now, passed) => {
    if (!last || now - last.now - (passed - last.passed) > JUMP) began = { now, passed }
    last = { now, passed }
    return passed - began.passed < leaseMs ? new Date(began.now) : null
  }
}
