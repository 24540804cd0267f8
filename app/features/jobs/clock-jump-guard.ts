/** Difference in milliseconds between clock time and elapsed time that counts as a clock jump. */
const JUMP = 2_000

/**
 * Creates a guard that protects leases for one lease period after a start or forward clock jump. The guard returns the
 * start time from which leases can expire, or null if all leases can expire. `passed` is a monotonic time in
 * milliseconds.
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
