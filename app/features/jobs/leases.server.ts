import { allow } from '#app/access.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { endAttempts, type AttemptEnd, type JobError } from '#app/features/jobs/outcomes.server.ts'
import * as leaseStore from '#app/features/jobs/lease-store.server.ts'
import { guildsOfJobs, lockJobs, type JobRow, type Scope } from '#app/features/jobs/store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import { isEnded } from '#app/features/jobs/schema.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'

/**
 * Returns the scope of the leases that the actor can change. If the runner's token is limited to a guild, the scope is
 * limited to the same guild.
 */
export const leaseScope = ({ actor }: Pick<Context, 'actor'>): Scope =>
  actor.kind === 'runner' ? { runnerId: actor.runnerId, guildId: actor.guildId } : {}

/**
 * Marks jobs as accepted by the runner. Returns the ids of jobs that the runner no longer leases and must not start.
 */
export async function acceptJobs(ctx: Context, leases: leaseStore.LeaseRef[]): Promise<string[]> {
  allow(ctx, 'jobs:do')
  const rows = await leaseStore.markRunning(ctx.db, leases, { ...leaseTimes(ctx), scope: leaseScope(ctx) })
  const taken = new Set(rows.map(({ id }) => id))
  notifyChanged(ctx, rows)
  return leases.map(({ job_id }) => job_id).filter((id) => !taken.has(id))
}

/**
 * Requeues jobs that the runner did not accept or will not finish, without counting an attempt. Returns the rejected
 * leases.
 */
export async function returnJobs(
  ctx: Context,
  given: (leaseStore.LeaseRef & { reason: JobError })[],
): Promise<RejectedLease[]> {
  allow(ctx, 'jobs:do')
  const reasons = new Map(given.map(({ job_id, reason }) => [job_id, reason]))
  return endLeases(ctx, given, (id) => ({ outcome: 'returned', error: reasons.get(id)! }))
}

/**
 * Lease that could not be returned. `stale` means that the lease had already ended. `unknown` means that the lease does
 * not belong to the runner.
 */
type RejectedLease = { job_id: string; outcome: 'stale' | 'unknown' }

/** Extends leases. `lost` jobs no longer belong to the runner. `cancel` jobs must be stopped. */
export async function extendLeases(ctx: Context, leases: leaseStore.LeaseRef[]) {
  allow(ctx, 'jobs:do')
  const { now, expiresAt } = leaseTimes(ctx)
  const rows = leases.length
    ? await leaseStore.extendLeaseRows(ctx.db, leases, expiresAt, leaseScope(ctx))
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

/** Moves jobs from the runner's earlier session to a new session. `drop` jobs no longer belong to the runner. */
export async function resumeJobs(
  ctx: Context,
  { session, leases }: { session: string; leases: leaseStore.LeaseRef[] },
) {
  allow(ctx, 'jobs:do')
  const bound = { session, scope: leaseScope(ctx), ...leaseTimes(ctx) }
  const rows = leases.length ? await leaseStore.markRunning(ctx.db, leases, bound) : []
  const keep = new Set(rows.map(({ id }) => id))
  return { keep: [...keep], drop: leases.map(({ job_id }) => job_id).filter((id) => !keep.has(id)) }
}

const RUNNER_LEFT: JobError = {
  code: 'runner_left',
  message: 'The runner disconnected before the job finished.',
}

/** Returns all of a session's jobs to the queue when the runner disconnects. */
export async function releaseJobs(ctx: Context, { session }: { session: string }): Promise<void> {
  allow(ctx, 'jobs:do')
  const rows = await leaseStore.jobsOfSession(ctx.db, session, leaseScope(ctx))
  const given = rows.map(({ id, lease_token }) => ({
    job_id: id,
    lease_token: lease_token!,
    reason: RUNNER_LEFT,
  }))
  if (given.length) await returnJobs(ctx, given)
}

/** Ends the active attempts with these tokens that belong to the actor. Returns the rejected leases. */
async function endLeases(
  ctx: Context,
  leases: leaseStore.LeaseRef[],
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
