import type { Context } from '#app/context.server.ts'
import { SECOND } from '#app/primitives/time.ts'

/** How long a runner has to take a job on, in milliseconds. */
const ACCEPT_TIMEOUT_MS = 10 * SECOND
/** The pause after the first failed attempt doubles with each, up to the longest, in seconds. */
const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 300
/** Pauses differ by a fifth, so that what failed together is not tried together. */
const JITTER = 0.2

/** The times of a lease that begins now, as ISO texts. */
export function leaseTimes({ now, config }: Pick<Context, 'now' | 'config'>) {
  const at = now().getTime()
  const lease = config.runnerLeaseSeconds * SECOND
  return {
    now: new Date(at).toISOString(),
    acceptBy: new Date(at + Math.min(ACCEPT_TIMEOUT_MS, lease)).toISOString(),
    expiresAt: new Date(at + lease).toISOString(),
  }
}

/** When to try again after the `failed`th attempt, counted from 1. */
export function retryAt(now: Date, failed: number): string {
  const pause = Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (failed - 1))
  const spread = 1 - JITTER + Math.random() * 2 * JITTER
  return new Date(now.getTime() + pause * spread * SECOND).toISOString()
}

/** When to offer a job again that came back for the `returned`th time in a row without being tried: at once, then ever later. */
export function requeueAt(now: Date, returned: number): string {
  const pause = returned <= 1 ? 0 : Math.min(60, 2 ** (returned - 2))
  return new Date(now.getTime() + pause * SECOND).toISOString()
}
