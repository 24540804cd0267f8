import type { Context } from '#app/context.server.ts'
import { countRunnersFor, sessionsFor } from '#app/features/runners/store.server.ts'

/** How long a runner may be silent, in milliseconds, before it counts as gone: two and a half heartbeats. */
const SILENT = 37_500

/** Whether runners that serve a guild are known and connected, and what the latest of them said. Its caller has authorised it. */
export async function presenceOf(ctx: Pick<Context, 'db' | 'now'>, guildId: string) {
  const since = new Date(ctx.now().getTime() - SILENT).toISOString()
  const sessions = await sessionsFor(ctx.db, guildId)
  const [latest] = sessions
  const isHere = (one: (typeof sessions)[number]) => one.disconnected_at === null && one.last_seen_at > since
  const gone = sessions
    .filter((one) => one.disconnected_at === null && !isHere(one))
    .map((one) => new Date(Date.parse(one.last_seen_at) + SILENT).toISOString())
  const times = sessions.flatMap((one) => [one.last_seen_at, one.disconnected_at ?? one.connected_at])
  return {
    known: (await countRunnersFor(ctx.db, guildId)) > 0,
    connected: sessions.filter(isHere).length,
    lastSeenAt: latest?.last_seen_at ?? null,
    version: latest?.version ?? null,
    changedAt: [...times, ...gone].sort().at(-1) ?? null,
  }
}
