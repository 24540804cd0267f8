import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import {
  countByInstance,
  countQueue,
  deadSince,
  overdueIn,
  overdueSince,
} from '#app/features/jobs/store.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** How many jobs each session of a runner has under way, by the id of the session. Its caller has authorised it. */
export async function jobsByInstance({ db }: Pick<Context, 'db'>): Promise<Map<string, number>> {
  return new Map((await countByInstance(db)).map(({ instance_id, count }) => [instance_id!, count]))
}

/** How many jobs are under way, due, and to be done later; of one guild, or of all. Its caller has authorised it. */
export const queueDepth = ({ db, now }: Pick<Context, 'db' | 'now'>, guildId?: string) =>
  countQueue(db, now().toISOString(), guildId)

/** How long a job may wait for a runner, in milliseconds, before that is worth telling. */
const MAX_WAIT_MS = 60_000

/**
 * Since when a guild, or any, has waited too long for a runner to take a job; null when it has not. Its caller has
 * authorised it.
 */
export async function stuckSince(
  { db, now }: Pick<Context, 'db' | 'now'>,
  guildId?: string,
): Promise<string | null> {
  const due = await overdueSince(db, new Date(now().getTime() - MAX_WAIT_MS).toISOString(), guildId)
  return due && new Date(Date.parse(due) + MAX_WAIT_MS).toISOString()
}

/** For how many days a job that died is worth telling. */
const DEAD_JOB_DAYS = 7

/** Which of these guilds have waited too long for a runner, and how many jobs of each died in the last seven days. */
export async function jobIssues(ctx: Context, { guildIds }: { guildIds: string[] }) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const now = ctx.now().getTime()
  const dead = await deadSince(ctx.db, guildIds, new Date(now - DEAD_JOB_DAYS * DAY).toISOString())
  const waiting = await overdueIn(ctx.db, guildIds, new Date(now - MAX_WAIT_MS).toISOString())
  return {
    dead: dead.map(({ guild_id, total, last_at }) => ({ guild_id, total, at: last_at! })),
    waiting: waiting.map(({ guild_id, since }) => ({
      guild_id,
      at: new Date(Date.parse(since) + MAX_WAIT_MS).toISOString(),
    })),
  }
}
