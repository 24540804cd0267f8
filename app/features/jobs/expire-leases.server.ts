import { allow } from '#app/access.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { Sweeping } from '#app/platform/process/batches.server.ts'
import { endAttempts, DEADLINE_EXCEEDED } from '#app/features/jobs/outcomes.server.ts'
import * as leaseStore from '#app/features/jobs/lease-store.server.ts'
import { guildsOfJobs, lockJobs, type JobRow } from '#app/features/jobs/store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { advanceRuns } from '#app/features/jobs/runs/advance-runs.server.ts'

/** Maximum number of jobs in one transaction. */
const BATCH = 200
/** Allowed clock difference between instances, in milliseconds. */
const TOLERANCE = 5_000

/**
 * Ends running attempts with an expired lease as `lost`, and requeues jobs that were not accepted in time. Skips jobs
 * leased before `since`. Returns the number of affected jobs. Safe to run concurrently.
 */
export const expireLeases = (
  ctx: Context,
  { since = null, ...sweeping }: Sweeping & { since?: Date | null } = {},
): Promise<number> =>
  expireInBatches(
    ctx,
    sweeping,
    leaseStore.jobsWithExpiredLease(since?.toISOString() ?? ''),
    async (inner, jobs, now) => {
      const gone = jobs.filter(
        ({ state, lease_expires_at, accept_by }) =>
          (state === 'running' && lease_expires_at! <= now) ||
          (state === 'leased' && (accept_by! <= now || lease_expires_at! <= now)),
      )
      await endAttempts(
        inner,
        gone.map((job) => ({
          job,
          end: job.state === 'running' ? { outcome: 'lost' } : { outcome: 'returned', error: NOT_ACCEPTED },
        })),
      )
      return gone.length
    },
  )

const NOT_ACCEPTED = { code: 'not_accepted', message: 'The runner did not accept the job in time.' }

/** Ends queued jobs that missed their deadline. Returns the number of ended jobs. */
export const expireDeadlines = (ctx: Context, sweeping: Sweeping = {}): Promise<number> =>
  expireInBatches(ctx, sweeping, leaseStore.jobsPastDeadline, async (inner, jobs, now) => {
    const late = jobs.filter(({ deadline_at }) => deadline_at !== null && deadline_at <= now)
    const error = JSON.stringify({ ...DEADLINE_EXCEEDED, at: now })
    const ids = late.map(({ id }) => id)
    const ended = ids.length
      ? await leaseStore.endQueued(inner.db, ids, { state: 'failed', error, at: now })
      : []
    await advanceRuns(inner, ended)
    notifyChanged(inner, ended)
    return ended.length
  })

/** Shortens leases that would expire later than a lease that starts now, in case the clock was set back. */
export async function clampLeases(ctx: Context): Promise<void> {
  allow(ctx, 'jobs:give')
  const { expiresAt, acceptBy } = leaseTimes(ctx)
  const beyond = new Date(Date.parse(expiresAt) + TOLERANCE).toISOString()
  await leaseStore.clamp(ctx.db, { beyond, expiresAt, acceptBy })
}

type Find = (db: Context['db'], now: string, limit: number) => Promise<{ id: string }[]>
type End = (inner: Context, jobs: JobRow[], now: string) => Promise<number>

async function expireInBatches(ctx: Context, { stopping }: Sweeping, find: Find, end: End): Promise<number> {
  allow(ctx, 'jobs:give')
  let total = 0
  for (;;) {
    const now = ctx.now().toISOString()
    const found = stopping?.() ? [] : await find(ctx.db, now, BATCH)
    if (!found.length) return total
    const ids = found.map(({ id }) => id)
    total += await inTransaction(ctx, async (inner) => {
      await lockGuilds(inner, await guildsOfJobs(inner.db, ids))
      return end(inner, await lockJobs(inner.db, ids), now)
    })
    if (found.length < BATCH) return total
  }
}
