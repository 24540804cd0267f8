import { allow } from '#app/access.ts'
import { tellChanged } from '#app/changes.server.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { endAttempts, type AttemptEnd, type JobError } from '#app/features/jobs/endings.server.ts'
import {
  extend,
  jobsOfSession,
  markRunning,
  rebind,
  type Held,
} from '#app/features/jobs/lease-store.server.ts'
import { guildsOfJobs, holdJobs } from '#app/features/jobs/store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import { isEnded } from '#app/features/jobs/schema.ts'
import { holdGuilds } from '#app/features/stats/hold.server.ts'

/** Notes that a runner has taken jobs on, and returns the ids of those that are not its any more: it must not begin them. */
export async function acceptJobs(ctx: Context, leases: Held[]): Promise<string[]> {
  allow(ctx, 'jobs:do')
  const rows = await markRunning(ctx.db, leases, leaseTimes(ctx))
  const taken = new Set(rows.map(({ id }) => id))
  tellChanged(
    ctx,
    rows.map((row) => row.guild_id),
  )
  return leases.map(({ job_id }) => job_id).filter((id) => !taken.has(id))
}

/** Puts jobs back into the queue that a runner did not take on or does not finish. No attempt is charged. */
export async function returnJobs(ctx: Context, given: (Held & { reason: JobError })[]): Promise<void> {
  allow(ctx, 'jobs:do')
  const reasons = new Map(given.map(({ job_id, reason }) => [job_id, reason]))
  await endHeld(ctx, given, (id) => ({ outcome: 'returned', error: reasons.get(id)! }))
}

/** Makes leases last longer. `lost` are no longer the runner’s, `cancel` are to be stopped. */
export async function extendLeases(ctx: Context, leases: Held[]) {
  allow(ctx, 'jobs:do')
  const { now, expiresAt } = leaseTimes(ctx)
  const rows = leases.length ? await extend(ctx.db, leases, expiresAt) : []
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
export async function resumeJobs(
  ctx: Context,
  { session, runnerId, leases }: { session: string; runnerId: string; leases: Held[] },
) {
  allow(ctx, 'jobs:do')
  const rows = leases.length ? await rebind(ctx.db, leases, { session, runnerId, ...leaseTimes(ctx) }) : []
  const keep = new Set(rows.map(({ id }) => id))
  return { keep: [...keep], drop: leases.map(({ job_id }) => job_id).filter((id) => !keep.has(id)) }
}

const LEFT: JobError = { code: 'runner_left', message: 'The runner left before it was done.' }

/** Gives back everything that a session has, at once: it has taken its leave. */
export async function releaseJobs(ctx: Context, { session }: { session: string }): Promise<void> {
  allow(ctx, 'jobs:do')
  const rows = await jobsOfSession(ctx.db, session)
  const given = rows.map(({ id, lease_token }) => ({ job_id: id, lease_token: lease_token!, reason: LEFT }))
  if (given.length) await returnJobs(ctx, given)
}

/** Ends the attempts of these tokens, where they are still under way. */
async function endHeld(ctx: Context, leases: Held[], how: (id: string) => AttemptEnd): Promise<void> {
  const tokens = new Map(leases.map(({ job_id, lease_token }) => [job_id, lease_token]))
  await inTransaction(ctx, async (inner) => {
    await holdGuilds(inner, await guildsOfJobs(inner.db, [...tokens.keys()]))
    const jobs = await holdJobs(inner.db, [...tokens.keys()])
    const mine = jobs.filter((job) => !isEnded(job.state) && job.lease_token === tokens.get(job.id))
    await endAttempts(
      inner,
      mine.map((job) => ({ job, end: how(job.id) })),
    )
  })
}
