import { allow } from '#app/access.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { Sweeping } from '#app/platform/process/batches.server.ts'
import { endAttempts, DEADLINE_EXCEEDED } from '#app/features/jobs/outcomes.server.ts'
import {
  clamp,
  endQueued,
  jobsWithExpiredLease,
  jobsPastDeadline,
} from '#app/features/jobs/lease-store.server.ts'
import { guildsOfJobs, lockJobs, type JobRow } from '#app/features/jobs/store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { advanceRuns } from '#app/features/jobs/runs/advance-runs.server.ts'

/** How many jobs one transaction looks after. */
const BATCH = 200
/** How much later a lease may end than one that begins now, in milliseconds. */
const TOLERANCE = 5_000

/**
 * Ends the attempts whose lease is over as lost, and offers jobs anew that nobody took on in time. Says how many there
 * were. With `since`, leases from before it are left alone. Several may sweep at once: each attempt ends once.
 */
export const expireLeases = (
  ctx: Context,
  { since = null, ...sweeping }: Sweeping & { since?: Date | null } = {},
): Promise<number> =>
  expireInBatches(
    ctx,
    sweeping,
    jobsWithExpiredLease(since?.toISOString() ?? ''),
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

const NOT_ACCEPTED = { code: 'not_accepted', message: 'The runner did not take it on in time.' }

/** Ends jobs that waited beyond their deadline. Says how many. */
export const expireDeadlines = (ctx: Context, sweeping: Sweeping = {}): Promise<number> =>
  expireInBatches(ctx, sweeping, jobsPastDeadline, async (inner, jobs, now) => {
    const late = jobs.filter(({ deadline_at }) => deadline_at !== null && deadline_at <= now)
    const error = JSON.stringify({ ...DEADLINE_EXCEEDED, at: now })
    const ids = late.map(({ id }) => id)
    const ended = ids.length ? await endQueued(inner.db, ids, { state: 'failed', error, at: now }) : []
    await advanceRuns(inner, ended)
    notifyChanged(
      inner,
      ended.map((job) => job.guild_id),
    )
    return ended.length
  })

/** A clock that was put back must not make leases last: none ends later than one that begins now. */
export async function clampLeases(ctx: Context): Promise<void> {
  allow(ctx, 'jobs:give')
  const { expiresAt, acceptBy } = leaseTimes(ctx)
  // The clocks of two instances may differ a little.
  const beyond = new Date(Date.parse(expiresAt) + TOLERANCE).toISOString()
  await clamp(ctx.db, { beyond, expiresAt, acceptBy })
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
