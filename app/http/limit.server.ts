import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { TryLater } from '#app/errors.ts'
import { limits, type LimitName } from '#app/http/limits.ts'

/** What is left of a limit: `reset` in epoch seconds, `wait` in seconds from now. */
export type Allowance = {
  name: LimitName
  limit: number
  window: number
  remaining: number
  reset: number
  wait: number
  refused: boolean
}

export type Limiter = {
  /** False when nothing is counted. */
  isOn: boolean
  /** Counts one use and says what is left. Null when limits are off. */
  consume(name: LimitName, client: string): Promise<Allowance | null>
  /** Looks without counting. */
  peek(name: LimitName, client: string): Promise<Allowance | null>
  /** Forgets what was counted. */
  forget(name: LimitName, client: string): Promise<void>
}

/** Counts in Redis when given one, and in this process while Redis does not answer. `on: false` counts nothing. */
export function makeLimiter({ on, redis }: { on: boolean; redis: Redis | null }): Limiter {
  if (!on) return { isOn: false, consume: async () => null, peek: async () => null, forget: async () => {} }
  const counters = new Map(
    Object.entries(limits).map(([name, { points, seconds: duration }]) => {
      const options = { keyPrefix: `limit:${name}`, points, duration }
      const memory = new RateLimiterMemory(options)
      return [
        name,
        redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory,
      ]
    }),
  )
  const counter = (name: LimitName) => counters.get(name)!
  const allowance = (name: LimitName, result: RateLimiterRes, refused: boolean): Allowance => {
    const wait = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
    const { points: limit, seconds: window } = limits[name]
    const remaining = Math.max(0, result.remainingPoints)
    return { name, limit, window, remaining, reset: Math.ceil(Date.now() / 1000) + wait, wait, refused }
  }
  return {
    isOn: true,
    async consume(name, client) {
      try {
        return allowance(name, await counter(name).consume(client), false)
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return allowance(name, reason, true)
        throw reason
      }
    },
    async peek(name, client) {
      const result = await counter(name).get(client)
      return result && allowance(name, result, result.remainingPoints <= 0)
    },
    async forget(name, client) {
      await counter(name).delete(client)
    },
  }
}

/** The house's headers (reset in epoch seconds) and the pair of draft-ietf-httpapi-ratelimit-headers-10. */
export function limitHeaders({
  name,
  limit,
  window,
  remaining,
  reset,
  wait,
}: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
    RateLimit: `"${name}";r=${remaining};t=${wait}`,
    'RateLimit-Policy': `"${name}";q=${limit};w=${window}`,
  }
}

/** The refusal of a client that is over a limit. */
export function tooMany(allowance: Allowance): TryLater {
  const refusal = new TryLater(
    'rate_limited',
    `Too many requests. Try again in ${allowance.wait} seconds.`,
    allowance.wait,
  )
  Object.assign(refusal.headers, limitHeaders(allowance))
  return refusal
}
