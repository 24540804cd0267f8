import type { Context } from '#app/context.server.ts'
import type { Slug } from '#app/features/integrations/schema.ts'
import { writeHeartbeat } from '#app/features/integrations/store.server.ts'

/** How old a sign of life may be, in milliseconds, before the next one is written. */
const INTERVAL_MS = 60_000
/** How many guilds are remembered, so that memory stays bounded. */
const MAX_ENTRIES = 10_000

/** When each was last written by this process, by database, so that two apps in one process do not share it. */
const lastWritten = new WeakMap<object, Map<string, number>>()

/**
 * Notes that an integration of a guild has shown itself, at most once a minute for each process. Its caller has authorised
 * what showed it. A write that fails is logged and loses nothing but the minute.
 */
export async function recordHeartbeat(ctx: Context, guildId: string, slug: Slug): Promise<void> {
  const now = ctx.now().getTime()
  const seen = lastWritten.get(ctx.signals) ?? new Map<string, number>()
  lastWritten.set(ctx.signals, seen)
  const key = `${slug} ${guildId}`
  if (now - (seen.get(key) ?? 0) < INTERVAL_MS) return
  if (seen.size >= MAX_ENTRIES) seen.clear()
  seen.set(key, now)
  try {
    await writeHeartbeat(ctx.db, { guild_id: guildId, slug, at: new Date(now).toISOString() })
  } catch (error) {
    ctx.log.warn({ err: error, guild: guildId, slug }, 'a heartbeat was not recorded')
  }
}
