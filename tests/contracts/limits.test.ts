import type { Redis } from 'ioredis'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { ulid } from 'ulid'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { createRateLimiter, type RateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import { connectRedis } from '#app/platform/signals/redis.server.ts'
import { refusalOf } from '#tests/support/factories.ts'

const redisUrl = process.env.TEST_REDIS_URL
const log = pino({ level: 'silent' })

let connections: Redis[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const redis of connections) redis.disconnect()
  connections = []
})

function connect(url: string) {
  const redis = connectRedis(url, log, 'test')
  connections.push(redis)
  return redis
}

const stores: [string, () => Promise<RateLimiter>][] = [
  ['memory', async () => createRateLimiter({ on: true, redis: null })],
  ['redis that is gone', async () => createRateLimiter({ on: true, redis: connect(await closedAddress()) })],
  ...(redisUrl
    ? [
        [
          'redis',
          async () => {
            const redis = connect(redisUrl)
            await vi.waitFor(() => expect(redis.status).toBe('ready'))
            return createRateLimiter({ on: true, redis })
          },
        ] as [string, () => Promise<RateLimiter>],
      ]
    : []),
]

async function closedAddress() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `redis://127.0.0.1:${port}`
}

describe.each(stores)('%s', (_, open) => {
  test.each(['login', 'v1', 'login_account'] as const)(
    '%s: each use takes one, and one too many is refused',
    async (name) => {
      const [limiter, client] = [await open(), ulid()]
      const { points, seconds } = rateLimits[name]
      for (let used = 1; used <= points + 2; used++) {
        const allowance = (await limiter.consume(name, client))!
        expect(allowance).toMatchObject({ name, limit: points, window: seconds })
        expect(allowance.remaining).toBe(Math.max(0, points - used))
        expect(allowance.refused).toBe(used > points)
        expect(allowance.wait).toBeGreaterThan(0)
        expect(allowance.wait).toBeLessThanOrEqual(seconds)
        expect(Math.abs(allowance.reset - Date.now() / 1000 - allowance.wait)).toBeLessThanOrEqual(1)
      }
    },
  )

  test('clients and limits are counted apart', async () => {
    const [limiter, client] = [await open(), ulid()]
    for (let used = 0; used < 6; used++) await limiter.consume('signup', client)
    expect(await limiter.consume('signup', client)).toMatchObject({ refused: true })
    expect(await limiter.consume('signup', ulid())).toMatchObject({ refused: false, remaining: 4 })
    expect(await limiter.consume('login', client)).toMatchObject({ refused: false, remaining: 9 })
  })

  test('only failed attempts count, and a success forgets them', async () => {
    const [limiter, client] = [await open(), ulid()]
    const attempt = (right: boolean) => limiter.attempt('login_account', client, async () => right)
    for (let round = 0; round < 3; round++) {
      expect(await attempt(false)).toBe(false)
      expect(await attempt(false)).toBe(false)
      expect(await attempt(true)).toBe(true)
    }
  })

  test('the third failure earns a pause, in which not even the right answer is heard', async () => {
    const [limiter, client] = [await open(), ulid()]
    for (let failed = 0; failed < 3; failed++)
      await limiter.attempt('login_account', client, async () => false)
    let asked = false
    const refusal = await refusalOf(() =>
      limiter.attempt('login_account', client, async () => (asked = true)),
    )
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(refusal.headers['Retry-After'])).toBeLessThanOrEqual(5)
    expect(asked).toBe(false)
    expect(await limiter.attempt('login_account', ulid(), async () => true)).toBe(true)
  })

  test('concurrent attempts do not exceed the limit', async () => {
    const [limiter, client] = [await open(), ulid()]
    let made = 0
    const tries = Array.from({ length: 40 }, () =>
      limiter.attempt('login_account', client, async () => {
        made++
        return false
      }),
    )
    const ends = await Promise.allSettled(tries)
    expect(made).toBe(5)
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(35)
  })

  test('an attempt that cannot be judged is no failure', async () => {
    const [limiter, client] = [await open(), ulid()]
    for (let round = 0; round < 8; round++) {
      const lost = limiter.attempt('login_account', client, () =>
        Promise.reject(new Error('the store is down')),
      )
      await expect(lost).rejects.toThrow('the store is down')
    }
    expect(await limiter.attempt('login_account', client, async () => true)).toBe(true)
  })

  test('uses at the same time are all counted', async () => {
    const [limiter, client] = [await open(), ulid()]
    const all = await Promise.all(Array.from({ length: 12 }, () => limiter.consume('login', client)))
    expect(all.filter((allowance) => !allowance!.refused)).toHaveLength(10)
  })
})

test('a limit is whole again after its window', async () => {
  vi.useFakeTimers()
  const limiter = createRateLimiter({ on: true, redis: null })
  for (let used = 0; used <= rateLimits.v1.points; used++) await limiter.consume('v1', 'k')
  vi.advanceTimersByTime(59_000)
  expect(await limiter.consume('v1', 'k')).toMatchObject({ refused: true, wait: 1 })
  vi.advanceTimersByTime(1_001)
  expect(await limiter.consume('v1', 'k')).toMatchObject({ refused: false, remaining: 119, wait: 60 })
})

test.runIf(redisUrl)('instances that share a Redis share what is left', async () => {
  const [one, two] = [
    createRateLimiter({ on: true, redis: connect(redisUrl!) }),
    createRateLimiter({ on: true, redis: connect(redisUrl!) }),
  ]
  await vi.waitFor(() => expect(connections.map(({ status }) => status)).toEqual(['ready', 'ready']))
  const client = ulid()
  await one.consume('login', client)
  expect(await two.consume('login', client)).toMatchObject({ remaining: 8 })
})

test('limits that are off count nothing', async () => {
  const off = createRateLimiter({ on: false, redis: null })
  for (let used = 0; used < 20; used++) expect(await off.consume('signup', 'c')).toBeNull()
  for (let failed = 0; failed < 20; failed++)
    expect(await off.attempt('login_account', 'c', async () => false)).toBe(false)
})
