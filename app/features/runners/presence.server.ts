import type { Context } from '#app/context.server.ts'
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
 * Returns the guilds whose runners are all disconnected, with the time of disconnection. Without a bot token, runners
 * that never connected are ignored. Callers authorize first.
 */
export async function disconnectedRunners(ctx: Pick<Context, 'db' | 'now' | 'config'>, guildIds: string[]) {
  const { silentMs } = runnerTimes(ctx.config)
  const lately = await store.recentSessions(ctx.db, new Date(ctx.now().getTime() - silentMs).toISOString())
  const here = new Set(lately.filter((one) => isConnected(one, ctx)).map(({ runner_id }) => runner_id))
  const isSetUp = Boolean(ctx.config.discordBotToken)
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
