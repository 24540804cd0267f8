import { expect, test } from 'vitest'
import { makeClockJumpGuard } from '#app/features/jobs/clock-jump-guard.ts'

const at = (ms: number) => new Date(ms)

test('for one lease period after the start, leases from before it are left alone', () => {
  const patience = makeClockJumpGuard(60_000)
  expect(patience(1_000_000, 0)).toEqual(at(1_000_000))
  expect(patience(1_059_000, 59_000)).toEqual(at(1_000_000))
  expect(patience(1_060_000, 60_000)).toBeNull()
})

test('a clock jump forward is waited for, and a clock set back or slow is not', () => {
  const patience = makeClockJumpGuard(60_000)
  for (let passed = 0; passed <= 61_000; passed += 1_000) patience(passed, passed)
  expect(patience(62_000, 62_000)).toBeNull()
  expect(patience(3_662_000, 63_000)).toEqual(at(3_662_000))
  expect(patience(3_720_000, 122_000)).toEqual(at(3_662_000))
  expect(patience(3_722_000, 124_000)).toBeNull()
  expect(patience(60_000, 125_000)).toBeNull()
  expect(patience(60_100, 126_000)).toBeNull()
})
