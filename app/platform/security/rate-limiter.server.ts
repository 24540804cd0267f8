import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { TryLater } from '#app/errors.ts'
import { rateLimits, type Limit, type LimitName } from '#app/platform/security/rate-limits.ts'
import { formatWait } from '#app/primitives/count.ts'

/** State of a rate limit. `reset` is in epoch seconds, `wait` in seconds from now. */
export type Allowance = {
  name: LimitName
  limit: number
  window: number
  remaining: number
  reset: number
  wait: number
  refused: boolean
}

export type RateLimiter = {
  /** False if limits are disabled. */
  isOn: boolean
  /** Counts a request and returns the remaining allowance. Returns null if limits are disabled. */
  consume(name: LimitName, client: string): Promise<Allowance | null>
  /** Refunds a counted request and returns the remaining allowance. Returns null if limits are disabled. */
  refund(name: LimitName, client: string): Promise<Allowance | null>
  /**
   * Runs an attempt that counts only if it returns false. True resets the count, and errors are not counted. Throws
   * `TryLater` during a pause or if no attempts are left. `usedUp` runs on the last failure of a window.
   */
  attempt(
    name: LimitName,
    client: string,
    work: () => Promise<boolean>,
    usedUp?: () => Promise<void>,
  ): Promise<boolean>
}

type RateLimiterOptions = {
  on: boolean
  redis: Redis | null
  /** Called for each refused request. */
  refused?: (name: LimitName) => void
}

/** Creates a rate limiter that counts in Redis, or in memory if Redis is unset or down. `on: false` disables it. */
export function createRateLimiter({ on, redis, refused }: RateLimiterOptions): RateLimiter {
  if (!on) {
    const none = async () => null
    return { isOn: false, consume: none, refund: none, attempt: (_, __, work) => work() }
  }
  const make = (keyPrefix: string, points: number, duration: number) => {
    const options = { keyPrefix, points, duration }
    const memory = new RateLimiterMemory(options)
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }
  const counters = new Map(
    Object.entries(rateLimits).map(([name, { points, seconds }]) => [
      name,
      { uses: make(`limit:${name}`, points, seconds), pause: make(`pause:${name}`, 1, seconds) },
    ]),
  )
  const counter = (name: LimitName) => counters.get(name)!
  const allowance = (name: LimitName, result: RateLimiterRes, isRefused: boolean): Allowance => {
    if (isRefused) refused?.(name)
    const wait = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
    const { points: limit, seconds: window } = rateLimits[name]
    const remaining = Math.max(0, result.remainingPoints)
    return {
      name,
      limit,
      window,
      remaining,
      reset: Math.ceil(Date.now() / 1000) + wait,
      wait,
      refused: isRefused,
    }
  }
  return {
    isOn: true,
    async consume(name, client) {
      try {
        return allowance(name, await counter(name).uses.consume(client), false)
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return allowance(name, reason, true)
        throw reason
      }
    },
    async refund(name, client) {
      return allowance(name, await counter(name).uses.reward(client, 1), false)
    },
    async attempt(name, client, work, usedUp) {
      const { uses, pause } = counter(name)
      const paused = await pause.get(client)
      if (paused && paused.remainingPoints <= 0) throw tooManyRequests(allowance(name, paused, true))
      // Counts before the work, so that concurrent attempts cannot exceed the limit.
      const use = await uses.consume(client).catch((reason: unknown) => {
        throw reason instanceof RateLimiterRes ? tooManyRequests(allowance(name, reason, true)) : reason
      })
      let right: boolean
      try {
        right = await work()
      } catch (error) {
        await uses.reward(client, 1)
        throw error
      }
      if (right) await uses.delete(client)
      else {
        const { pauses = [], points }: Limit = rateLimits[name]
        const seconds = pauses[use.consumedPoints - 1]
        if (seconds) await pause.block(client, seconds)
        if (use.consumedPoints === points) await usedUp?.()
      }
      return right
    },
  }
}

/** Returns the `X-RateLimit-*` headers, and the headers of draft-ietf-httpapi-ratelimit-headers-10. */
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

/** Creates the error for a client over a limit. */
export function tooManyRequests(allowance: Allowance): TryLater {
  const refusal = new TryLater(
    'rate_limited',
    `Too many requests. Try again in ${formatWait(allowance.wait)}.`,
    allowance.wait,
  )
  Object.assign(refusal.headers, limitHeaders(allowance))
  return refusal
}
