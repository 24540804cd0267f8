import type { Context } from '#app/context.server.ts'
import { runnerTimes } from '#app/features/runners/schema.ts'
import {
  countRunnersFor,
  liveRunnerRows,
  recentSessions,
  sessionsFor,
} from '#app/features/runners/store.server.ts'

type Seen = { last_seen_at: string; disconnected_at: string | null }
type At = Pick<Context, 'now' | 'config'>

/** True while a session of a runner is open and was heard of lately. */
export const isConnected = ({ last_seen_at, disconnected_at }: Seen, { now, config }: At): boolean =>
  disconnected_at === null && Date.parse(last_seen_at) + runnerTimes(config).silentMs > now().getTime()

/** Whether runners that serve a guild are known and connected, and what the latest of them said. Its caller has authorised it. */
export async function runnerPresence(ctx: Pick<Context, 'db' | 'now' | 'config'>, guildId: string) {
  const sessions = await sessionsFor(ctx.db, guildId)
  const [latest] = sessions
  const isHere = (one: Seen) => isConnected(one, ctx)
  const gone = sessions
    .filter((one) => one.disconnected_at === null && !isHere(one))
    .map((one) => new Date(Date.parse(one.last_seen_at) + runnerTimes(ctx.config).silentMs).toISOString())
  const times = sessions.flatMap((one) => [one.last_seen_at, one.disconnected_at ?? one.connected_at])
  return {
    known: (await countRunnersFor(ctx.db, guildId)) > 0,
    connected: sessions.filter(isHere).length,
    lastSeenAt: latest?.last_seen_at ?? null,
    version: latest?.version ?? null,
    changedAt: [...times, ...gone].sort().at(-1) ?? null,
  }
}

/**
 * Returns which of these guilds have runners of which none is connected, and since when. Without a bot token, runners that
 * never connected are not counted. Its caller has authorised it.
 */
export async function disconnectedRunners(ctx: Pick<Context, 'db' | 'now' | 'config'>, guildIds: string[]) {
  const { silentMs } = runnerTimes(ctx.config)
  const lately = await recentSessions(ctx.db, new Date(ctx.now().getTime() - silentMs).toISOString())
  const here = new Set(lately.filter((one) => isConnected(one, ctx)).map(({ runner_id }) => runner_id))
  const isSetUp = Boolean(ctx.config.discordBotToken)
  const runners = (await liveRunnerRows(ctx.db)).filter((one) => isSetUp || one.last_seen_at !== null)
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
