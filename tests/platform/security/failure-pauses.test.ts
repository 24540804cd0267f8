import { afterEach, expect, test, vi } from 'vitest'
import type { Refusal } from '#app/errors.ts'
import { createRateLimiter } from '#app/platform/security/rate-limiter.server.ts'

afterEach(() => void vi.useRealTimers())

test('pauses grow with each failure, up to the end of the window', async () => {
  vi.useFakeTimers()
  const limiter = createRateLimiter({ on: true, redis: null })
  const fail = () => limiter.attempt('login_account', 'a', async () => false)
  const waits: number[] = []
  for (let failed = 1; failed <= 5; failed++) {
    await fail()
    const wait = await fail().then(
      () => 0,
      (refusal: Refusal) => Number(refusal.headers['Retry-After']),
    )
    if (failed === 1) failed++
    waits.push(wait)
    vi.advanceTimersByTime(wait * 1000)
  }
  // Failures 1 and 2 go through one after the other, 3 and 4 earn a pause, the fifth the rest of the window.
  expect(waits).toEqual([0, 5, 30, 865])
  expect(await limiter.attempt('login_account', 'a', async () => true)).toBe(true)
})
