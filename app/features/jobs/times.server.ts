import type { Context } from '#app/context.server.ts'
import { SECOND } from '#app/primitives/time.ts'

/** Milliseconds within which a runner must accept a job. */
const ACCEPT_TIMEOUT_MS = 10 * SECOND
/** First retry delay in seconds. The delay doubles with each attempt, up to the maximum. */
const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 300
/** Jitter for retry delays, so that jobs that failed together are not retried together. */
const JITTER = 0.2

/** Returns the times of a lease that starts now, as ISO strings. */
export function leaseTimes({ now, config }: Pick<Context, 'now' | 'config'>) {
  const at = now().getTime()
  const lease = config.runnerLeaseSeconds * SECOND
  return {
    now: new Date(at).toISOString(),
    acceptBy: new Date(at + Math.min(ACCEPT_TIMEOUT_MS, lease)).toISOString(),
    expiresAt: new Date(at + lease).toISOString(),
  }
}

/** Returns the time of the next retry after failed attempt number `failed`, counted from 1. */
export function retryAt(now: Date, failed: number): string {
  const pause = Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (failed - 1))
  const spread = 1 - JITTER + Math.random() * 2 * JITTER
  return new Date(now.getTime() + pause * spread * SECOND).toISOString()
}

/**
 * Returns the time when a returned job can be offered again. The first return causes no delay. The delay increases with
 * each further return in a row.
 */
export function requeueAt(now: Date, returned: number): string {
  const pause = returned <= 1 ? 0 : Math.min(60, 2 ** (returned - 2))
  return new Date(now.getTime() + pause * SECOND).toISOString()
}
