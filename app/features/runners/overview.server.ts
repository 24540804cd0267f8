import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { jobsByInstance, queueDepth } from '#app/features/jobs/queue-health.server.ts'
import type { RunnersOverview } from '#app/features/runners/overview.ts'
import { isConnected } from '#app/features/runners/presence.server.ts'
import { liveRunnerRows, openSessionsFor, recentSessions } from '#app/features/runners/store.server.ts'

/** Milliseconds for which disconnected sessions are listed: a week. */
const LISTED_MS = 7 * 24 * 60 * 60 * 1000

/** Returns the queue depth and the active runners, with the load of each session from the last week. */
export async function readRunnersOverview(ctx: Context): Promise<RunnersOverview> {
  allow(ctx, 'runners:read')
  const since = new Date(ctx.now().getTime() - LISTED_MS).toISOString()
  const [runners, sessions] = [await liveRunnerRows(ctx.db), await recentSessions(ctx.db, since)]
  const loads = await jobsByInstance(ctx)
  return {
    runners: runners.map((runner) => ({
      ...runner,
      instances: sessions
        .filter(({ runner_id }) => runner_id === runner.id)
        .map(({ id, runner_id: _, instance_key: __, ...session }) => ({
          session_id: id,
          ...session,
          connected: isConnected(session, ctx),
          load: loads.get(id) ?? 0,
        })),
    })),
    queue: await queueDepth(ctx),
  }
}

/** Returns the current capacity of the runners that serve a guild, and the guild's queue depth. */
export async function readCapacity(ctx: Context, { guildId }: { guildId: string }) {
  await allowGuild(ctx, 'guild:read', guildId)
  const here = (await openSessionsFor(ctx.db, guildId)).filter((one) => isConnected(one, ctx))
  const loads = await jobsByInstance(ctx)
  const sum = (of: (one: (typeof here)[number]) => number) => here.reduce((total, one) => total + of(one), 0)
  return {
    connected: here.length,
    slots: sum(({ slots }) => slots),
    busy: sum(({ id }) => loads.get(id) ?? 0),
    ...(await queueDepth(ctx, guildId)),
  }
}

export type Capacity = Awaited<ReturnType<typeof readCapacity>>
