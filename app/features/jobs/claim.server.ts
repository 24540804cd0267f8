import { randomBytes } from 'node:crypto'
import { allow } from '#app/access.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { guildStatesOf } from '#app/features/guilds/guilds.server.ts'
import { isServed } from '#app/features/guilds/schema.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import * as leaseStore from '#app/features/jobs/lease-store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import { applies, SETTING_CHANGED } from '#app/features/jobs/replayable.server.ts'
import { writeEndedJobs, type JobRow } from '#app/features/jobs/store.server.ts'

/** Approximate number of guilds that share a portion of jobs, so that each statement leases several jobs. */
const MAX_GUILDS_PER_ROUND = 4

/** Runner session that can lease jobs. */
export type ClaimingRunner = {
  /** Id of the session. */
  id: string
  runnerId: string
  name: string
  /** Guild that the session is limited to, or null for all guilds. */
  guildId: string | null
  /** Job types that the runner supports, or null for all types. */
  types: readonly string[] | null
  /** Maximum number of unfinished jobs. */
  slots: number
}

/** Maximum number of jobs that one runner gets at a time. Limits the data sent before the runner accepts a job. */
export const MAX_CLAIM = 64

/**
 * Leases due jobs to runners with free slots, at most `MAX_CLAIM` each. Guilds with the fewest leased jobs are served
 * first. Jobs are then ordered by priority and time. Jobs of guilds that are not served wait. Jobs of settings that no
 * longer apply are cancelled. Returns the jobs by session id.
 */
export async function claimJobs(ctx: Context, runners: ClaimingRunner[]): Promise<Map<string, JobRow[]>> {
  allow(ctx, 'jobs:give')
  const claimed = new Map<string, JobRow[]>()
  if (!runners.length) return claimed
  const due = await leaseStore.guildsWithDueJobs(ctx.db, ctx.now().toISOString())
  const states = await guildStatesOf(ctx, due)
  const waiting = due.filter((id) => isServed(states.get(id)))
  if (!waiting.length) return claimed
  await inTransaction(ctx, async (inner) => {
    const share = makeFairShare(waiting, await leaseStore.countLeasedJobs(inner.db))
    const idleRunners = new Map(
      runners.map((runner) => [runner, Math.min(MAX_CLAIM, runner.slots - share.ofSession(runner.id))]),
    )
    for (const [runner, free] of idleRunners) if (free <= 0) idleRunners.delete(runner)
    while (idleRunners.size) {
      for (const [runner, free] of [...idleRunners].sort(([, one], [, other]) => other - one)) {
        // Several runners share the jobs. A single runner gets a job for each free slot.
        const portion = idleRunners.size > 1 ? Math.ceil(free / 4) : free
        const jobs = await leaseUpTo(inner, runner, portion, share)
        if (jobs.length) claimed.set(runner.id, [...(claimed.get(runner.id) ?? []), ...jobs])
        if (jobs.length < portion || jobs.length === free) idleRunners.delete(runner)
        else idleRunners.set(runner, free - jobs.length)
      }
    }
  })
  notifyChanged(ctx, [...claimed.values()].flat())
  return claimed
}

/** Returns the time when the next job becomes due, or null if no job is queued or a job is already due. */
export async function nextJobDue(ctx: Context): Promise<string | null> {
  allow(ctx, 'jobs:give')
  const next = await leaseStore.nextDue(ctx.db)
  return next !== null && next > ctx.now().toISOString() ? next : null
}

/**
 * Leases up to `portion` jobs to one runner. Leases fewer jobs only if the runner cannot get more, or if jobs are
 * cancelled, because one transaction must not cancel a long queue.
 */
async function leaseUpTo(
  ctx: Context,
  runner: ClaimingRunner,
  portion: number,
  share: FairShare,
): Promise<JobRow[]> {
  const { now, acceptBy, expiresAt } = leaseTimes(ctx)
  const empty = new Set<string>()
  const jobs: JobRow[] = []
  let left = portion
  while (left > 0) {
    const quotas = share.among(left, runner, empty)
    if (!quotas.size) break
    for (const [guildId, limit] of quotas) {
      const secret = randomBytes(16).toString('base64url')
      const lease = { guildId, limit, types: runner.types, session: runner, secret, now, acceptBy, expiresAt }
      const leased = await leaseStore.leaseJobs(ctx.db, lease)
      if (leased.length < limit) empty.add(guildId)
      share.took(guildId, leased.length)
      left -= leased.length
      jobs.push(...(await cancelOutdated(ctx, leased)))
    }
  }
  return jobs
}

/** Cancels the leased jobs of settings that no longer apply, and returns the other jobs. */
async function cancelOutdated(ctx: Context, leased: JobRow[]): Promise<JobRow[]> {
  const outdated = new Set<JobRow>()
  for (const job of leased) if (!(await applies(ctx, job))) outdated.add(job)
  if (!outdated.size) return leased
  const at = ctx.now().toISOString()
  const ended = { state: 'cancelled', returned: 0, result: null, finished_at: at }
  const error = JSON.stringify({ ...SETTING_CHANGED, at })
  await writeEndedJobs(
    ctx.db,
    [...outdated].map(({ id, lease_token, run_at, attempt }) => ({
      ...{ ...ended, id, lease_token, run_at, error },
      attempt: attempt - 1,
    })),
  )
  notifyChanged(ctx, outdated)
  return leased.filter((job) => !outdated.has(job))
}

type FairShare = ReturnType<typeof makeFairShare>

/** Tracks the leased jobs of each guild and session, and divides new jobs fairly. */
function makeFairShare(waiting: string[], out: Awaited<ReturnType<typeof leaseStore.countLeasedJobs>>) {
  const byGuild = new Map<string, number>()
  const bySession = new Map<string, number>()
  const add = (counts: Map<string, number>, id: string, more: number) =>
    counts.set(id, (counts.get(id) ?? 0) + more)
  for (const { instance_id, guild_id, count } of out) {
    add(byGuild, guild_id, count)
    if (instance_id) add(bySession, instance_id, count)
  }
  return {
    ofSession: (id: string) => bySession.get(id) ?? 0,
    took: (guildId: string, count: number) => void add(byGuild, guildId, count),
    /** Divides `count` among the guilds, fewest leased jobs first. Guilds in `empty` get no jobs. */
    among(count: number, { guildId }: ClaimingRunner, empty: Set<string>): Map<string, number> {
      const open = waiting.filter((guild) => !empty.has(guild) && (!guildId || guild === guildId))
      const quotas = new Map<string, number>()
      if (open.length === 1) return quotas.set(open[0]!, count)
      const has = (guild: string) => (byGuild.get(guild) ?? 0) + (quotas.get(guild) ?? 0)
      const portion = Math.max(1, Math.floor(count / MAX_GUILDS_PER_ROUND))
      for (let left = open.length ? count : 0; left > 0; left -= portion) {
        const next = open.reduce((least, guild) => (has(guild) < has(least) ? guild : least))
        add(quotas, next, Math.min(left, portion))
      }
      return quotas
    },
  }
}
