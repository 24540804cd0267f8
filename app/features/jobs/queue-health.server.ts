import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { DISCORD_DOWN } from '#app/features/jobs/outcomes.server.ts'
import * as store from '#app/features/jobs/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { DAY } from '#app/primitives/time.ts'

/** Counts the running jobs of each runner session. Callers authorize first. */
export async function jobsByInstance({ db }: Pick<Context, 'db'>): Promise<Map<string, number>> {
  return new Map((await store.countByInstance(db)).map(({ instance_id, count }) => [instance_id!, count]))
}

/** Counts the running, due and later jobs in one guild or in all guilds. Callers authorize first. */
export const queueDepth = ({ db, now }: Pick<Context, 'db' | 'now'>, guildId?: string) =>
  store.countQueue(db, now().toISOString(), guildId)

/** Milliseconds that a job can wait for a runner before an issue is reported. */
const MAX_WAIT_MS = 60_000

/**
 * Returns the time when the oldest waiting job exceeded the maximum wait, in one guild or in any guild. Returns null if
 * no job has waited too long. Callers authorize first.
 */
export async function stuckSince(
  { db, now }: Pick<Context, 'db' | 'now'>,
  guildId?: string,
): Promise<string | null> {
  const due = await store.overdueSince(db, new Date(now().getTime() - MAX_WAIT_MS).toISOString(), guildId)
  return due && new Date(Date.parse(due) + MAX_WAIT_MS).toISOString()
}

/** Returns the time when an action of a guild last failed because Discord was down, if its job waits for a retry. */
export async function discordDownSince({ db }: Pick<Context, 'db'>, guildId: string): Promise<string | null> {
  const error = await store.queuedError(db, guildId, DISCORD_DOWN)
  return error && fromJson(error).at
}

/** Days for which a dead job is reported. */
const DEAD_JOB_DAYS = 7

/**
 * Returns the guilds whose jobs have waited too long for a runner, and counts the jobs that died in the last seven
 * days.
 */
export async function jobIssues(ctx: Context, { guildIds }: { guildIds: string[] }) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const now = ctx.now().getTime()
  const dead = await store.deadSince(ctx.db, guildIds, new Date(now - DEAD_JOB_DAYS * DAY).toISOString())
  const waiting = await store.overdueIn(ctx.db, guildIds, new Date(now - MAX_WAIT_MS).toISOString())
  return {
    dead: dead.map(({ guild_id, total, last_at }) => ({ guild_id, total, at: last_at! })),
    waiting: waiting.map(({ guild_id, since }) => ({
      guild_id,
      at: new Date(Date.parse(since) + MAX_WAIT_MS).toISOString(),
    })),
  }
}
