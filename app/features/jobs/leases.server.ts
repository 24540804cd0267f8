import { allow } from '#app/access.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { endAttempts, type AttemptEnd, type JobError } from '#app/features/jobs/outcomes.server.ts'
import {
  extendLeaseRows,
  jobsOfSession,
  markRunning,
  moveLeasesToSession,
  type LeaseRef,
} from '#app/features/jobs/lease-store.server.ts'
import { guildsOfJobs, lockJobs, type JobRow, type Scope } from '#app/features/jobs/store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import { isEnded } from '#app/features/jobs/schema.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'

/** Returns the leases that the actor may act on: a runner’s own, in the one guild of its token if it has one. */
export const leaseScope = ({ actor }: Pick<Context, 'actor'>): Scope =>
  actor.kind === 'runner' ? { runnerId: actor.runnerId, guildId: actor.guildId } : {}

/** Notes that a runner has taken jobs on, and returns the ids of those that are not its any more: it must not begin them. */
export async function acceptJobs(ctx: Context, leases: LeaseRef[]): Promise<string[]> {
  allow(ctx, 'jobs:do')
  const rows = await markRunning(ctx.db, leases, { ...leaseTimes(ctx), scope: leaseScope(ctx) })
  const taken = new Set(rows.map(({ id }) => id))
  notifyChanged(
    ctx,
    rows.map((row) => row.guild_id),
  )
  return leases.map(({ job_id }) => job_id).filter((id) => !taken.has(id))
}

/**
 * Puts jobs back into the queue that a runner did not take on or does not finish. No attempt is charged. Returns the ids of
 * those that were not its to give back.
 */
export async function returnJobs(
  ctx: Context,
  given: (LeaseRef & { reason: JobError })[],
): Promise<RejectedLease[]> {
  allow(ctx, 'jobs:do')
  const reasons = new Map(given.map(({ job_id, reason }) => [job_id, reason]))
  return endLeases(ctx, given, (id) => ({ outcome: 'returned', error: reasons.get(id)! }))
}

/** `stale`: the lease had ended before; `unknown`: the lease is not the runner’s. */
type RejectedLease = { job_id: string; outcome: 'stale' | 'unknown' }

/** Makes leases last longer. `lost` are no longer the runner’s, `cancel` are to be stopped. */
export async function extendLeases(ctx: Context, leases: LeaseRef[]) {
  allow(ctx, 'jobs:do')
  const { now, expiresAt } = leaseTimes(ctx)
  const rows = leases.length
    ? await extendLeaseRows(ctx.db, leases, { expiresAt, scope: leaseScope(ctx) })
    : []
  const extended = new Set(rows.map(({ id }) => id))
  const isUnwanted = (row: (typeof rows)[number]) =>
    row.cancel_requested_at !== null || (row.deadline_at !== null && row.deadline_at <= now)
  return {
    extended: [...extended],
    lost: leases.map(({ job_id }) => job_id).filter((id) => !extended.has(id)),
    cancel: rows.filter(isUnwanted).map(({ id }) => id),
  }
}

/** Lets a session go on with what an earlier one of the same runner had begun. `drop` is not the runner’s any more. */
export async function resumeJobs(ctx: Context, { session, leases }: { session: string; leases: LeaseRef[] }) {
  allow(ctx, 'jobs:do')
  const bound = { session, scope: leaseScope(ctx), ...leaseTimes(ctx) }
  const rows = leases.length ? await moveLeasesToSession(ctx.db, leases, bound) : []
  const keep = new Set(rows.map(({ id }) => id))
  return { keep: [...keep], drop: leases.map(({ job_id }) => job_id).filter((id) => !keep.has(id)) }
}

const RUNNER_LEFT: JobError = { code: 'runner_left', message: 'The runner left before it was done.' }

/** Gives back everything that a session has, at once: it has taken its leave. */
export async function releaseJobs(ctx: Context, { session }: { session: string }): Promise<void> {
  allow(ctx, 'jobs:do')
  const rows = await jobsOfSession(ctx.db, session, leaseScope(ctx))
  const given = rows.map(({ id, lease_token }) => ({
    job_id: id,
    lease_token: lease_token!,
    reason: RUNNER_LEFT,
  }))
  if (given.length) await returnJobs(ctx, given)
}

/** Ends the attempts of these tokens, where they are still under way and the actor’s, and returns the others. */
async function endLeases(
  ctx: Context,
  leases: LeaseRef[],
  how: (id: string) => AttemptEnd,
): Promise<RejectedLease[]> {
  const tokens = new Map(leases.map(({ job_id, lease_token }) => [job_id, lease_token]))
  const ids = [...tokens.keys()]
  const scope = leaseScope(ctx)
  return inTransaction(ctx, async (inner) => {
    await lockGuilds(inner, await guildsOfJobs(inner.db, ids, scope))
    const jobs = await lockJobs(inner.db, ids, scope)
    const mine = jobs.filter((job) => !isEnded(job.state) && job.lease_token === tokens.get(job.id))
    await endAttempts(
      inner,
      mine.map((job) => ({ job, end: how(job.id) })),
    )
    return rejectedLeases(ids, mine, jobs)
  })
}

function rejectedLeases(ids: string[], mine: JobRow[], known: JobRow[]): RejectedLease[] {
  const [ended, seen] = [mine, known].map((rows) => new Set(rows.map(({ id }) => id))) as [
    Set<string>,
    Set<string>,
  ]
  return ids
    .filter((id) => !ended.has(id))
    .map((job_id) => ({ job_id, outcome: seen.has(job_id) ? 'stale' : 'unknown' }))
}
