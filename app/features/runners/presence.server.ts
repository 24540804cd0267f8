import type { Context } from '#app/context.server.ts'
import { GATEWAY_LEADER } from '#app/features/runners/built-in.server.ts'
import { runnerTimes } from '#app/features/runners/schema.ts'
import * as store from '#app/features/runners/store.server.ts'

type Seen = { last_seen_at: string; disconnected_at: string | null }
type At = Pick<Context, 'now' | 'config'>

/** Checks whether a session is open and was seen recently. */
export const isConnected = ({ last_seen_at, disconnected_at }: Seen, { now, config }: At): boolean =>
  disconnected_at === null && Date.parse(last_seen_at) + runnerTimes(config).silentMs > now().getTime()

/**
 * Returns whether a guild has runners and whether they are connected, with facts about the latest runner. Callers
 * authorize first.
 */
export async function runnerPresence(ctx: Pick<Context, 'db' | 'now' | 'config'>, guildId: string) {
  const sessions = await store.sessionsFor(ctx.db, guildId)
  const [latest] = sessions
  const isHere = (one: Seen) => isConnected(one, ctx)
  const gone = sessions
    .filter((one) => one.disconnected_at === null && !isHere(one))
    .map((one) => new Date(Date.parse(one.last_seen_at) + runnerTimes(ctx.config).silentMs).toISOString())
  const times = sessions.flatMap((one) => [one.last_seen_at, one.disconnected_at ?? one.connected_at])
  return {
    known: (await store.countRunnersFor(ctx.db, guildId)) > 0,
    connected: sessions.filter(isHere).length,
    lastSeenAt: latest?.last_seen_at ?? null,
    version: latest?.version ?? null,
    changedAt: [...times, ...gone].sort().at(-1) ?? null,
  }
}

/**
 * Returns the guilds whose runners are all disconnected, with the time of disconnection. Without a bot, runners that
 * never connected are ignored. Callers authorize first.
 */
export async function disconnectedRunners(
  ctx: Pick<Context, 'bot' | 'db' | 'now' | 'config'>,
  guildIds: string[],
) {
  const { silentMs } = runnerTimes(ctx.config)
  const lately = await store.recentSessions(ctx.db, new Date(ctx.now().getTime() - silentMs).toISOString())
  const here = new Set(lately.filter((one) => isConnected(one, ctx)).map(({ runner_id }) => runner_id))
  const isSetUp = ctx.bot.current() !== null
  const runners = (await store.liveRunnerRows(ctx.db)).filter((one) => isSetUp || one.last_seen_at !== null)
  return guildIds.flatMap((guildId) => {
    const its = runners.filter(({ guild_id }) => guild_id === null || guild_id === guildId)
    if (!its.length || its.some(({ id }) => here.has(id))) return []
    const at = its
      .map(({ last_seen_at, created_at }) => last_seen_at ?? created_at)
      .sort()
      .at(-1)!
    return [{ guild_id: guildId, at }]
  })
}

/**
 * Returns whether a runner of any guild is connected, when one was last seen, and whether an instance has the leadership
 * for Discord's gateway. Callers authorize first.
 */
export async function gatewayPresence(ctx: Pick<Context, 'db' | 'now' | 'config'>) {
  const now = ctx.now()
  const since = new Date(now.getTime() - runnerTimes(ctx.config).silentMs).toISOString()
  const sessions = await store.recentSessions(ctx.db, since)
  const leader = await store.activeLead(ctx.db, GATEWAY_LEADER, now.toISOString())
  return {
    isConnected: sessions.some((one) => isConnected(one, ctx)),
    isLed: leader !== undefined,
    lastSeenAt: sessions[0]?.last_seen_at ?? null,
  }
}
