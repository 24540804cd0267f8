import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitHeaders, tooManyRequests, type Allowance } from '#app/platform/security/rate-limiter.server.ts'
import { rateLimits, type LimitName } from '#app/platform/security/rate-limits.ts'
import { tries } from '#tests/support/depth.ts'

const names = Object.keys(rateLimits) as LimitName[]

const anAllowance = fc
  .record({
    name: fc.constantFrom(...names),
    wait: fc.integer({ min: 1, max: 3_600 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ name, wait, part }): Allowance => {
    const { points, seconds } = rateLimits[name]
    const reset = Math.floor(Date.now() / 1000) + wait
    const remaining = Math.floor(points * part)
    return { name, limit: points, window: seconds, remaining, reset, wait, refused: false }
  })

test('the two sets of headers say the same', () => {
  fc.assert(
    fc.property(anAllowance, (allowance) => {
      const headers = limitHeaders(allowance)
      const [, label, left, wait] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(headers.RateLimit!)!
      const [, policy, quota, window] = /^"(\w+)";q=(\d+);w=(\d+)$/.exec(headers['RateLimit-Policy']!)!
      expect([label, policy]).toEqual([allowance.name, allowance.name])
      expect(left).toBe(headers['X-RateLimit-Remaining'])
      expect(quota).toBe(headers['X-RateLimit-Limit'])
      expect(Number(left)).toBeLessThanOrEqual(Number(quota))
      expect(Number(window)).toBe(rateLimits[allowance.name].seconds)
      expect(
        Math.abs(Number(headers['X-RateLimit-Reset']) - Date.now() / 1000 - Number(wait)),
      ).toBeLessThanOrEqual(2)
    }),
    tries(),
  )
})

test('a 429 says when to come back, and no earlier than its own headers', () => {
  fc.assert(
    fc.property(anAllowance, (allowance) => {
      const { status, code, headers } = tooManyRequests({ ...allowance, remaining: 0, refused: true })
      expect({ status, code }).toEqual({ status: 429, code: 'rate_limited' })
      expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(
        Number(/t=(\d+)/.exec(headers.RateLimit!)![1]),
      )
      expect(headers['X-RateLimit-Remaining']).toBe('0')
    }),
    tries(),
  )
})

test('a wait is in seconds, and from two minutes in whole minutes or hours', () => {
  const allowance = { name: 'v1', limit: 120, window: 60, remaining: 0, reset: 0, refused: true } as const
  const waits = [1, 2, 119, 120, 121, 893, 7_199, 7_201, 86_400]
  expect(waits.map((wait) => tooManyRequests({ ...allowance, wait }).message)).toEqual(
    [
      '1 second',
      '2 seconds',
      '119 seconds',
      '2 minutes',
      '3 minutes',
      '15 minutes',
      '120 minutes',
      '3 hours',
      '24 hours',
    ].map((text) => `Too many requests. Try again in ${text}.`),
  )
})
