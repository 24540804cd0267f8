import { randomBytes } from 'node:crypto'
import { allow } from '#app/access.ts'
import { notifyChanged } from '#app/platform/live/change-notifier.server.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import {
  guildsWithDueJobs,
  countLeasedJobs,
  leaseJobs,
  nextDue,
} from '#app/features/jobs/lease-store.server.ts'
import { leaseTimes } from '#app/features/jobs/times.server.ts'
import type { JobRow } from '#app/features/jobs/store.server.ts'

/** To about so many guilds jobs are given in one go, so that what is given to each is worth a statement. */
const MAX_GUILDS_PER_ROUND = 4

/** A runner that can be given jobs. */
export type ClaimingRunner = {
  /** The session’s. */
  id: string
  runnerId: string
  name: string
  /** The one guild that it works for; null for all. */
  guildId: string | null
  /** The types of job that it can do; null for all. */
  types: readonly string[] | null
  /** How many unfinished jobs it may have. */
  slots: number
}

/** The most that one runner is given in one go: what is sent before anybody can see whether it is read stays bounded. */
export const MAX_CLAIM = 64

/**
 * Leases jobs that are due to runners that have slots free, by the id of their session, the most urgent first. A guild that
 * has few jobs out comes before one that has many, so that no guild starves another; within a guild the priority decides,
 * then the time. Nobody gets more than the slots that are free, and not more than `MAX_CLAIM` of them.
 */
export async function claimJobs(ctx: Context, runners: ClaimingRunner[]): Promise<Map<string, JobRow[]>> {
  allow(ctx, 'jobs:give')
  const claimed = new Map<string, JobRow[]>()
  if (!runners.length) return claimed
  const waiting = await guildsWithDueJobs(ctx.db, ctx.now().toISOString())
  if (!waiting.length) return claimed
  await inTransaction(ctx, async (inner) => {
    const share = makeFairShare(waiting, await countLeasedJobs(inner.db))
    const idleRunners = new Map(
      runners.map((runner) => [runner, Math.min(MAX_CLAIM, runner.slots - share.ofSession(runner.id))]),
    )
    for (const [runner, free] of idleRunners) if (free <= 0) idleRunners.delete(runner)
    while (idleRunners.size) {
      for (const [runner, free] of [...idleRunners].sort(([, one], [, other]) => other - one)) {
        // Several runners share what there is; a single one takes all that it can.
        const portion = idleRunners.size > 1 ? Math.ceil(free / 4) : free
        const jobs = await leaseUpTo(inner, runner, portion, share)
        if (jobs.length) claimed.set(runner.id, [...(claimed.get(runner.id) ?? []), ...jobs])
        if (jobs.length < portion || jobs.length === free) idleRunners.delete(runner)
        else idleRunners.set(runner, free - jobs.length)
      }
    }
  })
  notifyChanged(
    ctx,
    [...claimed.values()].flat().map((job) => job.guild_id),
  )
  return claimed
}

/** When the next job is due that is not due yet; null when nothing waits, or something is due already and waits for a runner. */
export async function nextJobDue(ctx: Context): Promise<string | null> {
  allow(ctx, 'jobs:give')
  const next = await nextDue(ctx.db)
  return next !== null && next > ctx.now().toISOString() ? next : null
}

/** Leases at most `portion` jobs to one runner; fewer only when there are no more that it may have. */
async function leaseUpTo(
  ctx: Context,
  runner: ClaimingRunner,
  portion: number,
  share: FairShare,
): Promise<JobRow[]> {
  const { now, acceptBy, expiresAt } = leaseTimes(ctx)
  const empty = new Set<string>()
  const jobs: JobRow[] = []
  while (jobs.length < portion) {
    const quotas = share.among(portion - jobs.length, runner, empty)
    if (!quotas.size) break
    for (const [guildId, limit] of quotas) {
      const secret = randomBytes(16).toString('base64url')
      const lease = { guildId, limit, types: runner.types, session: runner, secret, now, acceptBy, expiresAt }
      const leased = await leaseJobs(ctx.db, lease)
      if (leased.length < limit) empty.add(guildId)
      share.took(guildId, leased.length)
      jobs.push(...leased)
    }
  }
  return jobs
}

type FairShare = ReturnType<typeof makeFairShare>

/** How many jobs each guild and each session has out, and whose turn it is. */
function makeFairShare(waiting: string[], out: Awaited<ReturnType<typeof countLeasedJobs>>) {
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
    /** Deals `count` out, always to the guild that has the fewest; nothing to those that are `empty`. */
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
