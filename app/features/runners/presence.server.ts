import type { Context } from '#app/context.server.ts'
import { runnerTimes } from '#app/features/runners/schema.ts'
import { countRunnersFor, sessionById, sessionsFor } from '#app/features/runners/store.server.ts'

type Seen = { last_seen_at: string; disconnected_at: string | null }
type At = Pick<Context, 'now' | 'config'>

/** True while a session of a runner is open and was heard of lately. */
export const isConnected = ({ last_seen_at, disconnected_at }: Seen, { now, config }: At): boolean =>
  disconnected_at === null && Date.parse(last_seen_at) + runnerTimes(config).silentMs > now().getTime()

/** Whether runners that serve a guild are known and connected, and what the latest of them said. Its caller has authorised it. */
export async function presenceOf(ctx: Pick<Context, 'db' | 'now' | 'config'>, guildId: string) {
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

/** The session of a runner with this id, while no newer one has its place. Its caller has authorised it. */
export const instanceOf = ({ db }: Pick<Context, 'db'>, sessionId: string) => sessionById(db, sessionId)
